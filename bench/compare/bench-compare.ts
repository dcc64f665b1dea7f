import { rm } from "node:fs/promises";
import { parseArgs } from "node:util";
import { createTemporaryFolder } from "@platen/provisioning";
import type { Surroundings } from "../benchmark.ts";
import { documentNamed } from "../documents/documents.ts";
import { invoice } from "../documents/invoice.ts";
import { withEnding } from "../ending.ts";
import { findChromium } from "../find-chromium.ts";
import { startPlaten } from "../generate/start-platen.ts";
import { machineLine, reportResults } from "../measure/report-results.ts";
import { runRounds } from "../measure/run-rounds.ts";
import { warmUpAll } from "../measure/warm-up.ts";
import { carbone } from "../peers/carbone.ts";
import { gotenberg } from "../peers/gotenberg.ts";
import { numberOf } from "../number-of.ts";

const windowMs = 5_000;

/** Compares Platen with servers of others that run at a URL: the same HTML, as many connections, interleaved rounds. */
export async function benchCompare(surroundings: Surroundings): Promise<void> {
  const { say, args, environment } = surroundings;
  const { values } = parseArgs({
    args: [...args],
    options: {
      gotenberg: { type: "string" },
      carbone: { type: "string" },
      connections: { type: "string", default: "8" },
      rounds: { type: "string", default: "5" },
      documents: { type: "string", default: "invoice,report" },
    },
  });
  if (values.gotenberg === undefined && values.carbone === undefined) {
    throw new Error("say with whom to compare: --gotenberg URL, --carbone URL or both");
  }
  const connections = numberOf("connections", values.connections);
  const others = [
    ...(values.gotenberg === undefined ? [] : [gotenberg(values.gotenberg, connections)]),
    ...(values.carbone === undefined ? [] : [carbone(values.carbone, connections, environment["CARBONE_TOKEN"])]),
  ];

  await withEnding(async (atEnd) => {
    const folder = await createTemporaryFolder("platen-bench-");
    atEnd(() => rm(folder, { recursive: true, force: true }));
    const platen = await startPlaten(surroundings, atEnd, {
      chromiumPath: await findChromium(surroundings, folder),
      profileFolder: undefined,
    });
    // The first is what ratios are taken to.
    const competitors = [platen(connections), ...others];
    const machine = machineLine("Platen on this machine");
    await warmUpAll(
      invoice,
      competitors.map((competitor) => ({ competitor, minDocuments: 100, longestMs: 20_000 })),
      say,
    );
    const cases = values.documents
      .split(",")
      .map(documentNamed)
      .flatMap((document) => competitors.map((competitor) => ({ document, competitor, windowMs })));
    reportResults(await runRounds(cases, { rounds: numberOf("rounds", values.rounds), say }), machine, say);
  });
}
