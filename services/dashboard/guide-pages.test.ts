import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { guideHtml } from "./guide-pages.ts";
import { guideNames } from "./src/guide/guide-names.ts";

const folder = join(import.meta.dirname, "../../docs");
const pages = new Map(guideNames.map((name) => [name, guideHtml(readFileSync(join(folder, `${name}.md`), "utf8"))]));
const found = (text: string | undefined, pattern: RegExp) =>
  [...(text ?? "").matchAll(pattern)].map(([, part]) => part);

test.each(guideNames)("links of the guide's page %s lead to headings that exist, or to the web", (name) => {
  const html = pages.get(name);
  const isBroken = (href = "") => {
    if (/^https?:/.test(href)) return false;
    const [, other = name, anchor] = /^(?:\/dashboard\/guide\/([\w-]+))?(?:#(.+))?$/.exec(href) ?? [];
    const target = guideNames.find((known) => known === other);
    if (target === undefined) return true;
    return anchor !== undefined && !found(pages.get(target), /\sid="([^"]+)"/g).includes(anchor);
  };
  expect(html?.length).toBeGreaterThan(1_000);
  expect(found(html, /href="([^"]*)"/g).filter(isBroken)).toEqual([]);
});

test("the guide keeps the marks of templates as they are written", () => {
  expect(guideHtml("Print `{{> letter }}` & `{{{ html }}}`, [see](metrics.md).\n")).toBe(
    "<p>Print <code>{{&gt; letter }}</code> &amp; <code>{{{ html }}}</code>, see.</p>\n",
  );
});
