import { createClient } from "@platen/client";
import { createId } from "@platen/contracts";
import { createCaller } from "../../load/caller.ts";
import { quantile } from "../../load/times.ts";
import { faultRow } from "../../runner/fault-row.ts";

const samples = 500;

type Ids = { templateId: string; documentId: string };
const missing = (): Ids => ({ templateId: createId("template"), documentId: createId("document") });

faultRow("L11", "Ids of other projects take as long as missing ids", async (figures, stage) => {
  const platen = await stage.startPlaten({ env: { gateway: { RATE_LIMIT_PER_MINUTE: "10000000" } } });
  const owner = await createCaller(platen, "Foreign");
  const { documentId = "" } = await owner.ask("a document");
  const foreign: Ids = { templateId: owner.templateId, documentId };
  const { apiKey } = await createCaller(platen, "Own");
  const client = createClient({ baseUrl: platen.baseUrl, apiKey });

  const asks: Record<string, (ids: Ids) => Promise<unknown>> = {
    "a template": ({ templateId }) => client.getTemplate(templateId),
    "a document": (ids) => client.getDocument(ids.documentId),
    "a document of a template": ({ templateId }) => client.generateDocument({ templateId, data: {} }),
  };
  for (const [what, ask] of Object.entries(asks)) {
    const statuses = new Set<unknown>();
    const time = async (ids: Ids) => {
      const startedAt = performance.now();
      await ask(ids).catch((error: unknown) =>
        statuses.add(error instanceof Error && "status" in error && error.status),
      );
      return performance.now() - startedAt;
    };
    for (let warmUp = 0; warmUp < 50; warmUp += 1) await time(missing());
    const times: { foreign: number[]; missing: number[] } = { foreign: [], missing: [] };
    for (let sample = 0; sample < samples; sample += 1) {
      // Both kinds in turn, in alternating order, so that other work of the machine affects both.
      const kinds = sample % 2 === 0 ? (["foreign", "missing"] as const) : (["missing", "foreign"] as const);
      for (const kind of kinds) times[kind].push(await time(kind === "foreign" ? foreign : missing()));
    }
    figures.exactly(`${what}: statuses of both kinds`, [...statuses].join(" "), "404");
    const ratio = quantile(times.foreign, 0.5) / quantile(times.missing, 0.5);
    // One more query of the database, or one less, would change the median by a fifth.
    figures.atMost(`${what}: difference of the medians of ${samples} each`, 100 * Math.abs(ratio - 1), 5, "%");
  }
});
