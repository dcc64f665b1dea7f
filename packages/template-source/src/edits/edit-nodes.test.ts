import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { copySource, harmlessSource } from "../paste/copied-elements.ts";
import { applyChanges, type Edit } from "./edit.ts";
import { copiedFor } from "./kept-sections.ts";
import { duplicateNodes, moveNodes, removeNodes, styleElements } from "./edit-nodes.ts";
import { nodesIn, sourceOf } from "../model/find-node.ts";
import type { ElementNode, Template, TemplateNode } from "../model/nodes.ts";
import { pictureSize } from "./picture-size.ts";
import { readTemplate } from "../model/read-template.ts";
import { setStyles } from "./set-styles.ts";
import { oddTemplates, templateTexts } from "../model/test-templates.ts";

const page = `<body>
  <h1>a</h1>
  <p>b {{x}}</p>
  {{#rows}}
  <p>c</p>
  {{/rows}}
  <div>
    <p>d</p>
  </div>
</body>
`;

function find(template: Template, start: string): TemplateNode {
  const found = template.nodes.find((node) => sourceOf(template, node).startsWith(start));
  if (!found) throw new Error(`The template has no ${start}.`);
  return found;
}

function element(template: Template, start: string): ElementNode {
  const node = find(template, start);
  if (node.kind !== "element") throw new Error(`${start} is not an element.`);
  return node;
}

/** The texts of the nodes that an edit selects. */
function selectedBy(edit: Edit | undefined): string[] {
  const after = readTemplate(edit?.html ?? "");
  return (edit?.several ?? []).flatMap((range) => nodesIn(after, range)).map((node) => sourceOf(after, node));
}

describe("an edit of several nodes", () => {
  const template = readTemplate(page);
  const [heading, section, inner] = ["<h1>", "{{#rows}}", "<p>d"].map((start) => find(template, start));
  const nodes = [inner, heading, section].filter((node) => node !== undefined);

  test("deletes their lines alone, and those of a node inside another once", () => {
    const rest = "<body>\n  <p>b {{x}}</p>\n  <div>\n  </div>\n</body>\n";
    expect(removeNodes(template, nodes)?.html).toBe(rest);
    expect(removeNodes(template, [...nodes, find(template, "<p>c")])?.html).toBe(rest);
    expect(removeNodes(readTemplate("<p>a</p>\n<p>b</p>"), readTemplate("<p>a</p>\n<p>b</p>").children)?.html).toBe("");
  });

  test("moves them together in their order, and selects them", () => {
    const edit = moveNodes(template, nodes.slice(1), { where: "after", node: find(template, "<div>") });
    const moved = "  <h1>a</h1>\n  {{#rows}}\n  <p>c</p>\n  {{/rows}}\n";
    expect(edit?.html).toBe(`<body>\n  <p>b {{x}}</p>\n  <div>\n    <p>d</p>\n  </div>\n${moved}</body>\n`);
    expect(selectedBy(edit)).toEqual(["<h1>a</h1>", "{{#rows}}\n  <p>c</p>\n  {{/rows}}"]);
    expect(moveNodes(template, nodes, { where: "before", node: find(template, "<p>c") })).toBeUndefined();
  });

  test("puts their copies after the last, and selects the copies", () => {
    const edit = duplicateNodes(template, nodes.slice(1));
    expect(edit?.html).toBe(
      page.replace("{{/rows}}\n", "{{/rows}}\n  <h1>a</h1>\n  {{#rows}}\n  <p>c</p>\n  {{/rows}}\n"),
    );
    expect(selectedBy(edit)).toHaveLength(2);
    expect(edit?.selection?.start).toBeGreaterThan(page.indexOf("{{/rows}}"));
  });

  test("styles each of them, and keeps them selected", () => {
    const [h1Element, chosen] = [element(template, "<h1>"), element(template, "<p>d")];
    const edit = styleElements(template, [h1Element, chosen], { values: { color: "red" }, chosen });
    const [h1, p] = ['<h1 style="color: red">a</h1>', '<p style="color: red">d</p>'];
    expect(edit?.html).toBe(page.replace("<h1>a</h1>", h1).replace("<p>d</p>", p));
    expect(selectedBy(edit)).toEqual([h1, p]);
    expect(edit?.html.slice(edit.selection?.start, edit.selection?.end)).toBe(p);
  });

  const paid = '<p class="a">PAID</p>';
  test.each([
    // The only element of a condition takes it along.
    [
      `<h1>a</h1>\n{{#paid}}\n${paid}\n{{/paid}}\n<div>\n  <p>d</p>\n</div>`,
      ["<p class"],
      `<h1>a</h1>\n<div>\n  <p>d</p>\n  {{#paid}}\n  ${paid}\n  {{/paid}}\n</div>`,
    ],
    [
      `<h1>a</h1>{{^ paid }}{{#a | present}}${paid}{{/a}}{{/ paid }}<p>d</p>`,
      ["<p class"],
      `<h1>a</h1><p>d</p>{{^ paid }}{{#a | present}}${paid}{{/a}}{{/ paid }}`,
    ],
    // One of several gets a condition of its own, and several of them one together.
    [
      `{{#paid}}${paid}<p>c</p>{{/paid}}<p>d</p>`,
      ["<p class"],
      `{{#paid}}<p>c</p>{{/paid}}<p>d</p>{{#paid}}${paid}{{/paid}}`,
    ],
    [
      `{{#rows}}\n<div>\n  ${paid}\n  <p>c</p>\n</div>\n{{/rows}}\n<p>d</p>\n`,
      ["<p class", "<p>c"],
      `{{#rows}}\n<div>\n</div>\n{{/rows}}\n<p>d</p>\n{{#rows}}\n${paid}\n<p>c</p>\n{{/rows}}\n`,
    ],
    [
      "{{#a}}<p>x</p>{{#b}}<p>y</p>{{/b}}{{/a}}<p>z</p><p>d</p>",
      ["<p>x", "<p>y", "<p>z"],
      "<p>d</p>{{#a}}<p>x</p>{{#b}}<p>y</p>{{/b}}{{/a}}<p>z</p>",
    ],
    // The same repetition is not put into itself.
    [
      `{{#rows}}${paid}{{/rows}}<hr>{{#rows}}<div><p>d</p></div>{{/rows}}`,
      ["<p class"],
      `<hr>{{#rows}}<div><p>d</p>${paid}</div>{{/rows}}`,
    ],
  ])("keeps the conditions and repetitions of what it moves, and leaves none empty: %s", (html, starts, expected) => {
    const before = readTemplate(html);
    const chosen = starts.map((start) => find(before, start));
    const edit = moveNodes(before, chosen, { where: "after", node: find(before, "<p>d") });
    expect(edit?.html).toBe(expected);
    expect(selectedBy(edit)).toEqual(chosen.map((node) => sourceOf(before, node)));
  });

  test("a section goes with the last of its elements, and stays for the others", () => {
    const before = readTemplate("<p>a</p>\n{{#b}}\n{{^c}}\n<p>d</p>\n{{/c}}\n{{/b}}\n{{#e}}<p>f</p><p>g</p>{{/e}}\n");
    expect(removeNodes(before, [find(before, "<p>d"), find(before, "<p>f")])?.html).toBe(
      "<p>a</p>\n{{#e}}<p>g</p>{{/e}}\n",
    );
  });

  test("refuses a move into the lines that go with a moved node", () => {
    const rows = readTemplate("<pre>{{#lines}}\n    {{.}}\n  {{/lines}}</pre><p>a</p>");
    const indent = find(rows, "\n    ");
    expect(moveNodes(rows, [find(rows, "{{.}}"), find(rows, "<p>")], { where: "after", node: indent })).toBeUndefined();
  });

  test("changes nothing but the lines of its nodes, in any template", () => {
    let made = 0;
    const any = fc.array(fc.nat(), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(fc.oneof(templateTexts, fc.constantFrom(...oddTemplates)), any, fc.nat(), (html, chosen, gap) => {
        const before = readTemplate(html);
        const nodes = chosen.flatMap((at) => before.nodes[at % before.nodes.length] ?? []);
        const beside = before.nodes[gap % before.nodes.length];
        if (!beside) return;
        const edits = [
          removeNodes(before, nodes),
          duplicateNodes(before, nodes),
          moveNodes(before, nodes, { where: "after", node: beside }),
        ];
        for (const edit of edits.filter((one) => one !== undefined)) {
          made += 1;
          expect(applyChanges(html, edit.changes)).toBe(edit.html);
          const [ends, starts] = [edit.changes.map(({ end }) => end), edit.changes.slice(1).map(({ start }) => start)];
          expect(starts.every((start, index) => start >= (ends[index] ?? 0))).toBe(true);
        }
      }),
      { numRuns: 100 },
    );
    expect(made).toBeGreaterThan(50);
  });
});

describe("copied elements", () => {
  test("are their source, so that a paste into any template reads as it was", () => {
    const template = readTemplate(page);
    const source = copySource(template, [find(template, "<div>"), find(template, "{{#rows}}")]);
    expect(source).toBe("{{#rows}}\n<p>c</p>\n{{/rows}}\n<div>\n  <p>d</p>\n</div>");
    expect(harmlessSource(source ?? "")).toBe(source);
    const other = readTemplate("{{=<% %>=}}<p>a</p>");
    expect(copySource(other, [find(other, "<p>")])).toBeUndefined();
  });

  test("keep their condition, unless they are pasted into the same", () => {
    const template = readTemplate("{{#paid}}\n<p>a</p>\n<p>b</p>\n{{/paid}}\n<p>c</p>\n");
    const source = copySource(template, [find(template, "<p>a")]) ?? "";
    expect(source).toBe("{{#paid}}\n<p>a</p>\n{{/paid}}");
    const goesTo = (start: string) => copiedFor(template, { where: "after", node: find(template, start) }, source);
    expect(goesTo("<p>c")).toBe(source);
    expect(goesTo("<p>b").trim()).toBe("<p>a</p>");
  });

  test.each([
    ['<p onclick="x()" ONLOAD=y class="a">a {{b}}</p>', '<p class="a">a {{b}}</p>'],
    ["<div><script>x()</script><iframe src=x></iframe><p>a</p></div>", "<div><p>a</p></div>"],
    ['<a href="java\tscript:x()">a</a>', "<a>a</a>"],
    ['<a {{#b}}href="c"{{/b}} href="javascript:x()">a</a>', '<a {{#b}}href="c"{{/b}}>a</a>'],
    [
      '<img src="data:text/html,x" srcset="{{a}}"><img src="asset:logo.svg">',
      '<img srcset="{{a}}"><img src="asset:logo.svg">',
    ],
    ["<svg><animate attributeName=href to=x /><rect /></svg>", "<svg><rect /></svg>"],
    ['<a href="{{url}}">{{#c}}{{d | money EUR}}{{/c}}</a>', '<a href="{{url}}">{{#c}}{{d | money EUR}}{{/c}}</a>'],
    ["<script>x()</script>", undefined],
    ["<body><p>a</p></body>", undefined],
    ["{{#a}}<p>b</p>", undefined],
    ["{{=<% %>=}}<p>a</p>", undefined],
  ])("lose what could run or lead astray, and keep their tags: %s", (source, expected) => {
    expect(harmlessSource(source)).toBe(expected);
  });
});

test("a picture keeps the ratio of its sides, and only its own styles change", () => {
  const html = '<p>a</p><img src="x" style="width: 40mm; height: 20mm"><img src="y" height="9"><img src="z">';
  const template = readTemplate(html);
  const resized = (start: string, hasOwnHeight = false) => {
    const picture = element(template, start);
    return setStyles(template, picture, pictureSize(template, picture, { width: 50, ratio: 0.5, hasOwnHeight }))?.html;
  };
  expect(resized('<img src="x"')).toBe(html.replace("width: 40mm; height: 20mm", "width: 50mm; height: 25mm"));
  expect(resized('<img src="y"')).toBe(html.replace('height="9"', 'height="9" style="width: 50mm; height: 25mm"'));
  expect(resized('<img src="z"')).toBe(html.replace('src="z"', 'src="z" style="width: 50mm"'));
  expect(resized('<img src="z"', true)).toContain('src="z" style="width: 50mm; height: 25mm"');
});
