import { setTimeout as delay } from "node:timers/promises";
import { operations } from "@platen/contracts";
import { freePort, pdfPageText, waitFor, type Platen } from "@platen/testing";
import { signIn, type DashboardSession } from "../../dashboard-session.ts";
import { createKey, createProject, publishTemplate } from "../../project-setup.ts";
import { recordsWithoutEnd } from "../facts/document-records.ts";
import { watchProcesses } from "../facts/process-watch.ts";
import { startCallProxy, type CallFate } from "../harms/call-proxy.ts";
import { askAtOnce, askFor, askSteadily, countStatuses, slowest, type Answer } from "../load/caller.ts";
import { faultRow } from "../runner/fault-row.ts";

const pictures = 16;
const coldPerHarm = 3;

/** A project whose documents show one of sixteen pictures, which the data name. A picture shows its own name. */
async function createGallery(platen: Platen, session: DashboardSession, name: string) {
  const projectId = await createProject(session, name);
  for (let picture = 0; picture < pictures; picture += 1) {
    const drawn = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="30"><text y="20">${name} ${picture}</text></svg>`;
    await session.call(operations.uploadAsset.member, {
      params: { projectId },
      query: { name: `pictures/${picture}.svg` },
      bytes: Buffer.from(drawn),
    });
  }
  const html = `<p>{{marker}}</p>{{#shows}}<img src="asset:pictures/{{picture}}.svg">{{/shows}}`;
  const templateId = await publishTemplate(session, projectId, { name, html });
  const { key: apiKey } = await createKey(platen.baseUrl, session, projectId);
  const shown = new Map<string, string>();

  /** Asks for a document with a picture, or with none. */
  function ask(marker: string, picture?: number, deadlineMs = 30_000): Promise<Answer> {
    const data = { marker, shows: picture !== undefined, picture };
    if (picture !== undefined) shown.set(marker, `${name} ${picture}`);
    return askFor(marker, `${platen.baseUrl}/api/v1/generate`, {
      headers: { authorization: `Bearer ${apiKey}`, "platen-deadline-ms": String(deadlineMs) },
      body: JSON.stringify({ templateId, data }),
    });
  }

  /** Counts the documents without their picture, or with the picture of another document. */
  async function countWrong(answers: readonly Answer[]): Promise<number> {
    let wrong = 0;
    for (const { marker, pdf } of answers) {
      const expected = shown.get(marker);
      if (pdf && (await pdfPageText(pdf, 1)).trim() !== [marker, ...(expected ? [expected] : [])].join("\n"))
        wrong += 1;
    }
    return wrong;
  }

  return { apiKey, ask, countWrong };
}

faultRow("R20", "The catalog is away while workers need files of a library", async (figures, stage) => {
  const port = await freePort();
  const catalogUrl = `http://127.0.0.1:${port}`;
  let fate: CallFate = "passes";
  const proxy = await startCallProxy(catalogUrl, { onCall: () => fate });
  stage.onEnd(() => proxy.close());
  const env = {
    catalog: { PORT: String(port) },
    gateway: { CATALOG_URL: catalogUrl },
    worker: { CATALOG_URL: proxy.url, RENDER_CONCURRENCY: "2" },
  };
  const platen = await stage.startPlaten({ workers: 1, env });
  const processes = watchProcesses(platen);
  // On a busy machine the database may be away for a moment.
  const session = await waitFor(() => signIn(platen.baseUrl, platen.account), { describe: "a session" });
  const cold = await createGallery(platen, session, "Cold");
  const other = await createGallery(platen, session, "Other");
  const warm = await createGallery(platen, session, "Warm");
  const plain = await createGallery(platen, session, "Plain");
  await Promise.all([cold.ask("c"), other.ask("o"), warm.ask("w", 0), plain.ask("p")]);
  const all: Answer[] = [];
  let next = 1;

  /** Lets the catalog be away for a while, or until the answers to documents that need files. Files that no document has shown yet are needed meanwhile. */
  async function measure(
    what: string,
    how: CallFate,
    awayMs: number | undefined,
    expected: string,
    deadlineMs?: number,
  ) {
    const first = next;
    next += coldPerHarm;
    fate = how;
    const held = askSteadily(3, (number) => warm.ask(`${what}: held ${number}`, 0));
    const without = askSteadily(3, (number) => plain.ask(`${what}: plain ${number}`));
    const needing = [cold, other].flatMap((gallery) =>
      askAtOnce(coldPerHarm, (index) => gallery.ask(`${what}: needs ${index}`, first + index, deadlineMs)),
    );
    await (awayMs === undefined ? Promise.all(needing) : delay(awayMs));
    const [ofHeld, ofPlain] = await Promise.all([held.stop(), without.stop()]);
    fate = "passes";
    const [ofCold = [], ofOther = []] = await Promise.all(needing);
    all.push(...ofHeld, ...ofPlain, ...ofCold, ...ofOther);
    figures.exactly(
      `${what}: documents with files that the worker holds`,
      countStatuses(ofHeld),
      `200: ${ofHeld.length}`,
    );
    figures.exactly(`${what}: documents without files`, countStatuses(ofPlain), `200: ${ofPlain.length}`);
    figures.atMost(`${what}: the slowest of both`, slowest([...ofHeld, ...ofPlain]) / 1_000, 1.5, "s");
    figures.exactly(
      `${what}: documents that need files`,
      countStatuses([...ofCold, ...ofOther]),
      `${expected}: ${2 * coldPerHarm}`,
    );
    figures.atMost(`${what}: the slowest of them`, slowest([...ofCold, ...ofOther]) / 1_000, 16, "s");
    const wrong = (await cold.countWrong(ofCold)) + (await other.countWrong(ofOther)) + (await warm.countWrong(ofHeld));
    figures.exactly(`${what}: documents without their picture, or with another`, wrong, 0);
  }

  await measure("killed for 3 s", "breaks", 3_000, "200");
  await measure("answers 500 for 3 s", "fails", 3_000, "200");
  await measure("hangs for 3 s", "hangs", 3_000, "200");
  await measure("hangs across the deadlines", "hangs", 4_000, "504 render.timeout", 3_000);
  await measure("killed for longer", "breaks", undefined, "503 dependency.unavailable");

  fate = "passes";
  const afterwards = await askAtOnce(2, (index) => cold.ask(`afterwards ${index}`, 10));
  figures.exactly("documents afterwards", countStatuses(afterwards), "200: 2");
  let left = 0;
  for (const { apiKey } of [cold, other, warm, plain]) left += await recordsWithoutEnd(platen.baseUrl, apiKey, 10_000);
  figures.exactly("records without an end", left, 0);
  await processes.report(figures, [...all, ...afterwards]);
});
