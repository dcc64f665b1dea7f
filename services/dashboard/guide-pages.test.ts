import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { guideHtml, guideModule } from "./guide-pages.ts";
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

test("the guide of Design has pictures of less than 300 KB together, with their sizes, as files of the dashboard", () => {
  const html = pages.get("design") ?? "";
  const pictures = found(html, /<img src="([^"]*)" width="\d+" height="\d+" loading="lazy" alt="[^"]{20,}">/g);
  expect(pictures.length).toBeGreaterThan(5);
  expect(pictures).toEqual(found(readFileSync(join(folder, "design.md"), "utf8"), /!\[[^\]]*\]\(([^)]+)\)/g));
  const bytes = pictures.map((path) => statSync(join(folder, path ?? "")).size);
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(300_000);
  expect(guideModule('<p><img src="pictures/design/one.webp" alt="One"></p>')).toBe(
    `import picture1 from ${JSON.stringify(join(folder, "pictures/design/one.webp"))};\n` +
      `export default "<p><img src=\\"" + picture1 + "\\" alt=\\"One\\"></p>";`,
  );
});
