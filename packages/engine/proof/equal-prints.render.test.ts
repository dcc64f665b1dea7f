import { createHash } from "node:crypto";
import { expect, test } from "@jest/globals";
import { proofOr } from "@platen/testing";
import { documentsWithAddresses } from "./fidelity/documents/addresses.ts";
import { shuffled } from "./fidelity/shuffled.ts";
import { engineForFile } from "./engine-for-file.ts";

/** If the engine did not wait, one print in ten would differ for about a third of these documents. */
const printsEach = proofOr(20, 2);
const documents = documentsWithAddresses.filter((_, index) => index % proofOr(1, 4) === 0);
const atOnce = 8;

const engine = engineForFile({ limits: { loadTimeoutMs: 60_000, printTimeoutMs: 60_000 } });

test("a document with refused requests is printed the same each time, also beside others", async () => {
  const prints = new Map(documents.map(({ name }) => [name, new Map<string, number>()]));
  const waiting = Array.from({ length: printsEach }, () => documents).flat();
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
  expect(prints.size).toBeGreaterThan(50);
});
