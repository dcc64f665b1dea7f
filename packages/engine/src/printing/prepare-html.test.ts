import { expect, test } from "@jest/globals";
import { prepareHtml } from "./prepare-html.ts";

test("a document with more than 200 frames is refused before the browser opens them", () => {
  const withFrames = (count: number) => prepareHtml(`<p>x${'<iframe srcdoc="x"></iframe>'.repeat(count)}`, {});
  expect(withFrames(200).hasFrames).toBe(true);
  expect(() => withFrames(201)).toThrow("exceeds the limit of 200 frames");
});
