import { expect, test } from "@jest/globals";
import { engineForFile } from "./engine-for-file.ts";

const engine = engineForFile();

test("concurrent documents do not mix, although the engine does not wait between loading and printing", async () => {
  const documentsOfBothKinds = Array.from(
    { length: 60 },
    (_, index) => `<p>${"x".repeat(1 + (index % 30))}${index % 2 ? "" : "<!-- 599px -->"}`,
  );
  const printedBytes = async (html: string) => (await engine.printHtml(html)).pdf.toString("latin1");
  const expected = new Map<string, string>();
  for (const html of documentsOfBothKinds) expected.set(html, await printedBytes(html));
  const together = await Promise.all(documentsOfBothKinds.map(printedBytes));
  expect(together).toEqual(documentsOfBothKinds.map((html) => expected.get(html)));
  expect(new Set(together).size).toBe(30);
});
