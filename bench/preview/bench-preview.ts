import { execFile } from "node:child_process";
import { join } from "node:path";
import { parseArgs, promisify } from "node:util";
import { createTemporaryFolder } from "@platen/provisioning";
import { rm } from "node:fs/promises";
import type { Surroundings } from "../benchmark.ts";
import { withEnding } from "../ending.ts";
import { findChromium } from "../find-chromium.ts";
import { goals } from "../goals.ts";
import { verdictTable } from "../measure/judge.ts";
import { machineLine } from "../measure/report-results.ts";
import { median, percentile } from "../measure/statistics.ts";
import { startScratchPlaten } from "../scratch-platen.ts";
import { typeInto, type KeystrokeTimings } from "./keystrokes.ts";
import { openEditor } from "./open-editor.ts";
import { numberOf } from "../number-of.ts";

const buildTimeoutMs = 120_000;

const parts: readonly { key: keyof KeystrokeTimings; about: string }[] = [
  { key: "pause", about: "until it is asked for: the editor, and the pause that ends typing" },
  { key: "request", about: "until its PDF is there: gateway, catalog, queue, worker, Chromium" },
  { key: "open", about: "until the PDF is read" },
  { key: "draw", about: "until what is seen of it is drawn and in its place" },
  { key: "total", about: "from the keystroke to the frame with the new picture" },
];

/** Measures how long the editor's preview takes to follow a keystroke, in a real browser, for the invoice. */
export async function benchPreview(surroundings: Surroundings): Promise<void> {
  const { say, args, rootFolder } = surroundings;
  const { values } = parseArgs({ args: [...args], options: { keystrokes: { type: "string", default: "60" } } });
  const warmUp = 10;
  const count = warmUp + numberOf("keystrokes", values.keystrokes);

  await withEnding(async (atEnd) => {
    await promisify(execFile)(process.execPath, [join(rootFolder, "services/dashboard/build.ts")], {
      timeout: buildTimeoutMs,
    });
    const folder = await createTemporaryFolder("platen-bench-");
    atEnd(() => rm(folder, { recursive: true, force: true }));
    const chromiumPath = await findChromium(surroundings, folder);
    const { gatewayUrl } = await startScratchPlaten(surroundings, atEnd, { chromiumPath, durable: true });
    const page = await openEditor(gatewayUrl, chromiumPath, atEnd);
    const measured = (await typeInto(page, count)).slice(warmUp);

    say(machineLine(await page.browser().version()));
    say(`${measured.length} keystrokes in the invoice's heading, after ${warmUp} to warm up:\n`);
    say("| ms | p50 | p95 |");
    say("| --- | --: | --: |");
    for (const { key, about } of parts) {
      const figures = measured.map((timings) => timings[key]);
      say(`| ${about} | ${median(figures).toFixed(0)} | ${percentile(figures, 0.95).toFixed(0)} |`);
    }
    const p50 = median(measured.map(({ total }) => total));
    const judged = [{ about: "keystroke to picture, p50 in ms", goal: goals.preview.pictureMs, figures: [p50] }];
    for (const line of ["", ...verdictTable(judged)]) say(line);
  });
}
