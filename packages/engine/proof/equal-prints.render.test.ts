/* oxlint-disable node/no-process-env -- the number of prints comes from the caller: `EQUAL_PRINTS=300` is a proof. */
import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { documentsWithAddresses } from "./fidelity/documents/addresses.ts";
import { shuffled } from "./fidelity/shuffled.ts";
import { startTestEngine, type TestEngine } from "./test-engine.ts";

/** If the engine did not wait, one print in ten would differ for about a third of these documents. */
const printsEach = Number(process.env["EQUAL_PRINTS"] ?? 3);
const atOnce = 8;
const msPerPrint = 200;

let engine: TestEngine;
beforeAll(async () => {
  engine = await startTestEngine({ limits: { loadTimeoutMs: 60_000, printTimeoutMs: 60_000 } });
});
afterAll(() => engine.close());

test(
  "a document with refused requests is printed the same each time, also beside others",
  async () => {
    const prints = new Map(documentsWithAddresses.map(({ name }) => [name, new Map<string, number>()]));
    const waiting = Array.from({ length: printsEach }, () => documentsWithAddresses).flat();
    const queue = shuffled(waiting, printsEach);
    async function printAll(): Promise<void> {
      for (let document = queue.pop(); document; document = queue.pop()) {
        const { pdf, pageCount } = await engine.printHtml(document.html, { settings: document.settings ?? {} });
        const print = `${pageCount} pages, ${createHash("sha256").update(pdf).digest("hex")}`;
        const found = prints.get(document.name);
        found?.set(print, (found.get(print) ?? 0) + 1);
      }
    }
    await Promise.all(Array.from({ length: atOnce }, printAll));

    const different = [...prints].filter(([, found]) => found.size !== 1);
    expect(different.map(([name, found]) => [name, Object.fromEntries(found)])).toEqual([]);
    expect(prints.size).toBeGreaterThanOrEqual(60);
  },
  Math.max(120_000, documentsWithAddresses.length * printsEach * msPerPrint),
);
