import { rm } from "node:fs/promises";
import { parseArgs } from "node:util";
import { createTemporaryFolder } from "@platen/provisioning";
import type { Surroundings } from "../benchmark.ts";
import { documentNamed } from "../documents/documents.ts";
import { withEnding } from "../ending.ts";
import type { Competitor } from "../measure/measure-slot.ts";
import { machineLine, reportResults } from "../measure/report-results.ts";
import { runRounds, type Case } from "../measure/run-rounds.ts";
import { prepareBrowserGround } from "../peers/browser-ground.ts";
import { startRawBrowser } from "../peers/raw-browser.ts";
import { variants } from "./variants.ts";
import { numberOf } from "../number-of.ts";

const pages = 2;
const windowMs = 2_000;

/** Compares the raw loop with variants of it: what makes printing itself cheaper, and what does not. */
export async function benchLimit(surroundings: Surroundings): Promise<void> {
  const { say, args } = surroundings;
  const { values } = parseArgs({
    args: [...args],
    options: {
      rounds: { type: "string", default: "5" },
      window: { type: "string", default: "1" },
      documents: { type: "string", default: "invoice,report" },
      only: { type: "string", default: "" },
    },
  });
  const rounds = numberOf("rounds", values.rounds);
  const ownWindowMs = windowMs * numberOf("window", values.window);
  const documents = values.documents.split(",").map(documentNamed);
  // The first is what all others are compared with.
  const chosen = variants.filter(({ name }, index) => index === 0 || name.includes(values.only));

  await withEnding(async (atEnd) => {
    const folder = await createTemporaryFolder("platen-bench-");
    atEnd(() => rm(folder, { recursive: true, force: true }));
    const ground = await prepareBrowserGround(surroundings, folder, atEnd);
    let machine = "";
    const competitors: Competitor[] = [];
    for (const variant of chosen) {
      const { pid, version, print } = await startRawBrowser(ground, pages, atEnd, variant);
      machine = machineLine(version);
      competitors.push({
        name: variant.name,
        lanes: pages,
        processes: () => [
          { part: "browser", pid, scope: "tree" },
          { part: "client", pid: process.pid, scope: "self" },
        ],
        print,
      });
    }
    const cases: Case[] = documents.flatMap((document) =>
      competitors.map((competitor) => ({ document, competitor, windowMs: ownWindowMs })),
    );
    say(machine);
    const results = await runRounds(cases, { rounds, say });
    reportResults(results, machine, say);
  });
}
