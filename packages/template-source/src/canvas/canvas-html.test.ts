import { describe, expect, test } from "@jest/globals";
import { fillParts, parseMustache } from "@platen/mustache";
import { createEvaluator } from "@platen/formats";
import { samples } from "@platen/samples";
import { flatSample } from "@platen/samples/testing";
import { defaultTreeAdapter, parse, serialize, type DefaultTreeAdapterTypes as Tree } from "parse5";
import { annotate } from "./annotate.ts";
import { canvasHtml } from "./canvas-html.ts";
import { idAttribute, readMark, variableElement } from "./canvas-marks.ts";
import { sanitizeHtml } from "./sanitize-html.ts";
import { nodesAt } from "../model/find-node.ts";
import { readTemplate } from "../model/read-template.ts";
import { oddTemplates } from "../model/test-templates.ts";

const oddData = {
  x: "<x> & 'y'",
  a: [{ b: 1, t: "t", d: "d" }, { b: 2 }],
  b: true,
  c: "",
  colour: "red",
  big: true,
  level: 2,
  link: "l",
  rows: [
    { a: 1, cells: [1, 2], x: "y" },
    { a: 2, total: true },
  ],
  more: ["m", "n"],
  cells: [3],
  bars: [{ x: 1 }],
  lines: ["one", "two"],
  head: "<meta name=a>",
  body: "<p>raw</p>",
  s: 1,
  wide: 1,
  text: "t",
};

const cases: [name: string, html: string, data: unknown][] = [
  ...samples
    .map(flatSample)
    .map(({ slug, html, dataSets }): [string, string, unknown] => [slug, html, JSON.parse(dataSets[0]?.json ?? "{}")]),
  ...oddTemplates.map((html): [string, string, unknown] => [JSON.stringify(html.slice(0, 60)), html, oddData]),
];

function fill(parts: ReturnType<typeof parseMustache>, data: unknown): string {
  const evaluator = createEvaluator({ locale: "en", timeZone: "UTC", currency: "EUR" });
  return fillParts(parts, data, { maxOutputLength: 1_000_000, evaluator });
}

/** The document as the browser parses it, without the canvas's marks. */
function withoutMarks(html: string): string {
  const document = parse(html, { scriptingEnabled: false });
  unmark(document);
  return serialize(document);
}

function unmark(parent: Tree.ParentNode): void {
  const children = parent.childNodes.flatMap((child): Tree.ChildNode[] => {
    if (defaultTreeAdapter.isCommentNode(child)) return readMark(child.data) ? [] : [child];
    if (!defaultTreeAdapter.isElementNode(child)) return [child];
    unmark("content" in child ? child.content : child);
    const isMarked = child.attrs.some(({ name }) => name === idAttribute);
    const isHolder = child.tagName === variableElement || child.attrs.some(({ name }) => name === "data-name");
    child.attrs = child.attrs.filter(({ name }) => name !== idAttribute);
    return isMarked && isHolder ? child.childNodes : [child];
  });
  parent.childNodes = children.filter((child) => !defaultTreeAdapter.isTextNode(child) || child.value !== "");
}

describe("the canvas's HTML", () => {
  test.each(cases)("differs from the filled template only in its marks: %s", (_name, html, data) => {
    const template = readTemplate(html);
    // The canvas shows a template with mistakes differently.
    if (template.mistakes.length > 0) return;
    const snippets = new Map([["partial", ""]]);
    const annotated = fill(annotate(template, { emptySections: "none", snippets }), data);
    expect(withoutMarks(annotated)).toBe(withoutMarks(fill(parseMustache(html), data)));
  });

  test("has the id of each element and value on every repeat, and marks around each repeat", () => {
    const template = readTemplate("<ul>{{#list}}<li>{{name}}</li>{{/list}}</ul>");
    const html = canvasHtml(template, { list: [{ name: "a" }, { name: "b" }] }, { emptySections: "none" });
    const item = (name: string) =>
      `<!--platen-start 1--><li data-platen="2"><platen-variable data-platen="3" data-name="name">${name}</platen-variable></li><!--platen-end 1-->`;
    expect(html).toContain(`<ul data-platen="0">${item("a")}${item("b")}</ul>`);
  });

  test("has the results of formats, and marks sections that a short tag closes", () => {
    const template = readTemplate("<p>{{# status | is 'paid' }}<b>{{ name | upper }}</b>{{/status}}</p>");
    expect(template.mistakes).toEqual([]);
    const html = canvasHtml(template, { status: "paid", name: "ada" }, { emptySections: "none" });
    expect(html).toMatch(/<!--platen-start \d+--><b [^>]*><platen-variable [^>]*>ADA<\/platen-variable><\/b>/);
    expect(canvasHtml(template, { status: "due" }, { emptySections: "none" })).not.toContain("</b>");
  });

  test("labels a chip by its formats", () => {
    const html = canvasHtml(readTemplate("<p>{{ total | money EUR }}</p>"), {}, { emptySections: "none" });
    expect(html).toContain('data-name="total | money EUR" data-label="total · money EUR"></platen-variable>');
  });

  test("has the filled HTML of a snippet between its marks, and a box for a snippet that is not there", () => {
    const template = readTemplate("{{# lines }}{{> line }}{{/ lines }}<p>{{> other }}</p>");
    expect(template.mistakes).toEqual([]);
    const snippets = new Map([["line", '<b title="{{ name }}">{{ name }}</b>']]);
    const html = canvasHtml(template, { lines: [{ name: "a" }, { name: "b" }] }, { emptySections: "none", snippets });
    const line = (name: string) => `<!--platen-start 1--><b title="${name}">${name}</b><!--platen-end 1-->`;
    expect(html).toContain(`<!--platen-start 0-->${line("a")}<!--platen-end 0-->`);
    expect(html).toContain(line("b"));
    expect(html).toContain("<platen-box>other</platen-box>");
  });

  test("shows a section without repeats once, if that option is set", () => {
    const template = readTemplate(
      "<table><tbody>{{#rows}}<tr><td>{{#inner}}x{{/inner}}</td></tr>{{/rows}}</tbody></table>",
    );
    const shown = canvasHtml(template, { rows: [] }, { emptySections: "once" });
    expect(shown).toContain("<!--platen-start 2 empty--><tr");
    expect(shown).toContain("<!--platen-start 5 empty-->x<!--platen-end 5 empty-->");
    expect(canvasHtml(template, { rows: [] }, { emptySections: "none" })).not.toContain("<tr");
  });

  test("contains nothing from template or data that runs, loads or navigates", () => {
    const bad = [
      "<script>x()</script>",
      '<img src="https://evil.test/a.png" onerror="x()">',
      '<a href=" java\nscript:x()">a</a>',
      '<svg><a xlink:href="javascript:x()"><text>t</text></a><script>x()</script><animate attributeName="href" to="javascript:x()"/></svg>',
      '<meta http-equiv="refresh" content="0;url=https://evil.test">',
      '<base href="https://evil.test/"><link rel="stylesheet" href="https://evil.test/a.css">',
      '<iframe src="https://evil.test"></iframe><object data="x"></object><embed src="x">',
      '<form action="https://evil.test"><button formaction="javascript:x()">b</button></form>',
      '<body onload="x()" background="https://evil.test/b.png">',
      '<video src="https://evil.test/v.mp4" poster="https://evil.test/p.png"></video><img srcset="https://evil.test/a 2x">',
    ].join("\n");
    const harmful = /script|evil\.test|\son\w+=|http-equiv|iframe|<object|<embed/i;
    expect(bad).toMatch(harmful);
    const data = { raw: bad, link: "javascript:x()" };
    for (const html of [bad, '{{{raw}}}<a href="{{link}}">x</a>']) {
      expect(canvasHtml(readTemplate(html), data, { emptySections: "once" })).not.toMatch(harmful);
    }
  });

  test("keeps addresses of assets, but none of other places beside them", () => {
    const kept = '<img src="asset:flags/de.svg" srcset="asset:a.png 1x, asset:b.png 2x">';
    expect(sanitizeHtml(kept)).toContain(kept);
    const removed = '<img srcset="asset:a.png 1x, https://evil.test/b.png 2x"><a href="asset:a.png">a</a>';
    expect(sanitizeHtml(removed)).toContain("<img><a>a</a>");
  });

  test("keeps harmless pictures and links, styles, and an empty first line of text", () => {
    const html =
      '<p style="color: red"><img src="data:image/png;base64,AA=="><a href="#top">a</a><a href="https://example.com/">b</a></p><pre>\n\nx</pre>';
    expect(sanitizeHtml(html)).toContain(html);
  });
});

test("each tag that prints nothing for lack of a value is reported, but none that no document prints", () => {
  const html = '<p title="{{a}}">{{b}} {{c | or 1}}</p>{{#list}}{{d}}{{e}}{{/list}}{{#none}}{{f}}{{/none}}{{> part}}';
  const offsets = new Set<number>();
  const snippets = new Map([["part", "{{g}}"]]);
  const onMissing = (offset: number) => offsets.add(offset);
  const template = readTemplate(html);
  canvasHtml(template, { list: [{ d: 1 }, { d: 2 }] }, { emptySections: "once", snippets, onMissing });
  const at = (tag: string) => html.indexOf(tag);
  expect([...offsets]).toEqual([at("{{a}}"), at("{{b}}"), at("{{e}}")]);
  const nodes = nodesAt(template, offsets).map((node) => html.slice(node.start, node.end).slice(0, 5));
  expect(nodes).toEqual(["<p ti", "{{b}}", "{{e}}"]);
});
