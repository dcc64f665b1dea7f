import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import type { Edit } from "./edit.ts";
import {
  changeSource,
  fillLayout,
  foreignNodes,
  gapsInBlocks,
  listBlocks,
  ownershipIn,
  sourceChanges,
  wholePart,
  writeBlock,
} from "./filled-layout.ts";
import { sourceOf } from "../model/find-node.ts";
import { duplicateNodes, moveNodes, removeNodes } from "./edit-nodes.ts";
import { insert } from "./move.ts";
import type { Template, TemplateNode } from "../model/nodes.ts";
import { readTemplate } from "../model/read-template.ts";
import { setAttribute } from "./set-attribute.ts";
import { setContent } from "./set-content.ts";

type Texts = Record<string, string>;

const layouts: Texts = {
  letter: `<header>\n  <p>{{ company }}</p>\n</header>\n<main>\n  <h1>{{$ subject }}Letter{{/ subject }}</h1>\n  {{$ body }}{{/ body }}\n</main>\n`,
  line: "<h1>{{$ subject }}Letter{{/ subject }}</h1><div>{{$ body }}own{{/ body }}</div>",
  outer: `<article>\n  {{< letter }}\n    {{$ subject }}Of the layout between{{/ subject }}\n  {{/ letter }}\n</article>\n`,
  repeated: `{{# pages }}\n<section>\n    {{$ body }}{{/ body }}\n</section>\n{{/ pages }}\n<h2>{{$ subject }}{{/ subject }}</h2>\n`,
  twice: "<div>{{$ body }}{{/ body }}</div><aside>{{$ body }}{{/ body }}</aside><h1>{{$ subject }}{{/ subject }}</h1>",
  card: "<b>{{$ t }}Card{{/ t }}</b>",
  part: "<i>shared</i>",
};
const snippets = Object.entries(layouts).map(([name, html]) => ({ name, html, css: "" }));

function open(source: string) {
  const layout = fillLayout(source, snippets);
  const template = readTemplate(layout.composed.text);
  const ownership = ownershipIn(layout);
  const node = (start: string): TemplateNode => {
    const found = template.nodes.find((one) => sourceOf(template, one).startsWith(start));
    if (!found) throw new Error(`No node starts with ${start} in ${template.html}`);
    return found;
  };
  const after = (edit: Edit | undefined) => edit && changeSource(layout, edit.changes);
  return { layout, template, ownership, node, after };
}

const source = `<body>
  {{< letter }}
    {{$ subject }}Invoice {{ number }}{{/ subject }}
    {{$ body }}
      <p>One</p>
      <ul>
        <li>Two</li>
      </ul>
      {{> part }}
    {{/ body }}
  {{/ letter }}
</body>
`;

describe("an edit of a block is an edit of the template's own text", () => {
  const { template, node, after } = open(source);
  const element = (start: string) => {
    const found = node(start);
    if (found.kind !== "element") throw new Error(`${start} is no element`);
    return found;
  };
  const table: [string, Edit | undefined, from: string, to: string][] = [
    ["an attribute", setAttribute(template, element("<li"), "class", "a"), "<li>", '<li class="a">'],
    ["a text", setContent(template, element("<p>One"), ["One!"]), "One", "One!"],
    [
      "a text in an element of the layout",
      setContent(template, element("<h1"), ["Bill ", { keep: node("{{ number").id }]),
      "Invoice",
      "Bill",
    ],
    [
      "a deletion of lines",
      removeNodes(template, [node("<ul")]),
      "      <ul>\n        <li>Two</li>\n      </ul>\n",
      "",
    ],
    ["a deletion of the first line", removeNodes(template, [node("<p>One")]), "      <p>One</p>\n", ""],
    ["a deletion of a snippet", removeNodes(template, [node("{{> part")]), "      {{> part }}\n", ""],
    [
      "a copy of lines",
      duplicateNodes(template, [node("<ul")]),
      "      </ul>\n",
      "      </ul>\n      <ul>\n        <li>Two</li>\n      </ul>\n",
    ],
    [
      "a new line before the first",
      insert(template, { where: "before", node: node("<p>One") }, "<hr>"),
      "<p>One",
      "<hr>\n      <p>One",
    ],
    ["a move down", moveNodes(template, [node("<p>One")], { where: "after", node: node("{{> part") }), "", ""],
  ];
  test.each(table)("%s", (name, edit, from, to) => {
    const expected =
      name === "a move down"
        ? source.replace("      <p>One</p>\n", "").replace("{{> part }}\n", "{{> part }}\n      <p>One</p>\n")
        : source.replace(from, to);
    expect(after(edit)).toBe(expected);
  });

  test("and an edit of the layout's text is refused, of its words, its tags and its blocks' own texts", () => {
    const plain = open("{{< letter }}{{$ body }}<p>x</p>{{/ body }}{{/ letter }}");
    const refused = (edit: Edit | undefined) => {
      expect(edit?.changes).not.toHaveLength(0);
      expect(edit && plain.after(edit)).toBeUndefined();
    };
    const h1 = plain.node("<h1");
    if (h1.kind !== "element") throw new Error("no heading");
    refused(setContent(plain.template, h1, ["Mine"]));
    refused(removeNodes(plain.template, [h1]));
    refused(setAttribute(plain.template, h1, "class", "a"));
    refused(removeNodes(plain.template, [plain.node("<main")]));
    refused(insert(plain.template, { where: "before", node: h1 }, "<hr>"));
  });
});

test("nodes of the template are its own, in every layout and snippet between, and others name the snippet that has them", () => {
  const { ownership, node } = open(
    "{{< outer }}{{$ body }}<p>mine</p>{{> part }}<div>{{< card }}{{$ t }}x{{/ t }}{{/ card }}</div>{{/ body }}{{/ outer }}",
  );
  const owners = ["<p>mine", "{{> part", "<div", "x", "<b", "<h1", "<article", "<header"].map((start) => [
    start,
    ownership.ownerOf(node(start)),
  ]);
  expect(owners).toEqual([
    ["<p>mine", undefined],
    ["{{> part", undefined],
    ["<div", undefined],
    ["x", undefined],
    ["<b", "card"],
    ["<h1", "letter"],
    ["<article", "outer"],
    ["<header", "letter"],
  ]);
});

test("only parts that hold nothing of the template are drawn grey, each as a whole", () => {
  const { template, ownership, node } = open("{{< letter }}{{$ body }}<p>x</p>{{/ body }}{{/ letter }}");
  const grey = [...foreignNodes(template, ownership)].map((id) => template.nodes[id]);
  expect(grey).toEqual([node("<header"), node("<h1")]);
  expect(wholePart(node("{{ company"), ownership)).toBe(node("<header"));
  expect(wholePart(node("<p>x"), ownership)).toBe(node("<p>x"));
  expect(ownership.holdsOwn(node("<main"))).toBe(true);
});

test("a new element goes to the end of the last block that takes it, and into an empty block on a line of its own", () => {
  const inserted = (text: string) => {
    const { layout, template, after } = open(text);
    const edits = gapsInBlocks(template, layout).map((gap) => after(insert(template, gap, "<p>new</p>")));
    return edits.find((edit) => edit !== undefined);
  };
  expect(inserted(source)).toBe(source.replace("{{> part }}\n", "{{> part }}\n      <p>new</p>\n"));
  expect(inserted("{{< letter }}\n  {{$ body }}\n  {{/ body }}\n{{/ letter }}\n")).toBe(
    "{{< letter }}\n  {{$ body }}\n    <p>new</p>\n  {{/ body }}\n{{/ letter }}\n",
  );
});

test("a block that prints the layout's text can be written by the template, and the document stays the same", () => {
  const { layout } = open("{{< letter }}\n  {{$ body }}x{{/ body }}\n{{/ letter }}\n");
  const blocks = listBlocks(layout);
  expect(blocks.map(({ name, isOwn, layout: of }) => [name, isOwn, of])).toEqual([
    ["subject", false, "letter"],
    ["body", true, "letter"],
  ]);
  const written = blocks[0] && writeBlock(layout, blocks[0]);
  expect(written).toBe(
    "{{< letter }}\n  {{$ body }}x{{/ body }}\n  {{$ subject }}Letter{{/ subject }}\n{{/ letter }}\n",
  );
  expect(fillLayout(written ?? "", snippets).composed.text).toBe(layout.composed.text);
});

const pieces = fc.constantFrom(
  "<p>a {{x}}</p>",
  "<ul>\n  <li>b</li>\n\n  <li>c {{y}}</li>\n</ul>",
  "{{#rows}}<div>{{.}}</div>{{/rows}}",
  "{{#rows}}\n<div>{{.}}</div>\n{{/rows}}",
  "{{> part }}",
  "words",
  "<div>{{< card }}{{$ t }}<u>c</u>{{/ t }}{{/ card }}</div>",
);
/** A block's text, on lines with a margin or on one line. */
const blockTexts = fc
  .tuple(
    fc.array(pieces, { maxLength: 4 }),
    fc.constantFrom("", "  ", "\t", "        "),
    fc.constantFrom("\n", "\r\n"),
    fc.boolean(),
  )
  .map(([parts, margin, lineBreak, isOnLines]) => {
    if (!isOnLines) return parts.join("").replaceAll("\n", "");
    const lines = parts.join("\n").split("\n");
    return [...["", ...lines].map((line, index) => (index === 0 || line === "" ? line : margin + line)), "  "].join(
      lineBreak,
    );
  });

type Sources = { before: string; subject: string; body: string; name: string };
const sources = fc.record({
  before: fc.constantFrom("", "<p>before</p>\n"),
  subject: fc.constantFrom("", "Bill", "Bill {{n}}", "{{> part }}"),
  body: blockTexts,
  name: fc.constantFrom("letter", "line", "outer", "repeated", "twice"),
});

/** The template, and the ranges that edits may change. */
function write({ before, subject, body, name }: Sources) {
  const open = `${before}{{< ${name} }}\n  {{$ subject }}`;
  const between = `{{/ subject }} left out\n  {{$ body }}`;
  const bodyStart = open.length + subject.length + between.length;
  const ranges = [
    { start: 0, end: before.length },
    { start: open.length, end: open.length + subject.length },
    { start: bodyStart, end: bodyStart + body.length },
  ];
  const head = `${open}${subject}${between}${body}{{/ body }}\n{{/ ${name} }}\n`;
  ranges.push({ start: head.length, end: head.length + 13 });
  return { source: `${head}<p>after</p>\n`, ranges };
}

function randomEdit(template: Template, kind: number, node: TemplateNode, other: TemplateNode): Edit | undefined {
  const isParent = node.kind === "element" || node.kind === "section";
  const edits: (() => Edit | undefined)[] = [
    () => insert(template, { where: "after", node }, "<div>\n  <p>new</p>\n</div>"),
    () => insert(template, { where: "before", node }, "<p>new</p>"),
    () => removeNodes(template, [node]),
    () => duplicateNodes(template, [node]),
    () => moveNodes(template, [node], { where: "after", node: other }),
    () => (node.kind === "element" ? setAttribute(template, node, "title", "t") : undefined),
    () => (isParent ? setContent(template, node, ["typed {{", { html: "{{b}}" }]) : undefined),
  ];
  return edits[kind % edits.length]?.();
}

test("an edit through the layout changes the text of blocks alone, and the document as it says", () => {
  let made = 0;
  let refused = 0;
  fc.assert(
    fc.property(sources, fc.nat(), fc.nat(), fc.nat(), (texts, kind, first, second) => {
      const { source, ranges } = write(texts);
      const { layout, template, ownership } = open(source);
      const node = template.nodes[first % template.nodes.length];
      const other = template.nodes[second % template.nodes.length];
      if (!node || !other) return;
      const edit = randomEdit(template, kind, node, other);
      if (!edit || edit.changes.length === 0) return;
      const changes = sourceChanges(layout, edit.changes);
      if (!changes) {
        refused += 1;
        return;
      }
      made += 1;
      const outside = changes.filter(
        ({ start, end }) => !ranges.some((range) => range.start <= start && end <= range.end),
      );
      expect([outside, ownership.holdsOwn(node) || node.kind === "text" || kind % 7 < 2]).toEqual([[], true]);
      if (texts.name === "twice") return;
      const again = fillLayout(changeSource(layout, edit.changes) ?? "", snippets).composed.text;
      expect(again.replaceAll(/\s+/g, "")).toBe(edit.html.replaceAll(/\s+/g, ""));
    }),
    { numRuns: 500 },
  );
  expect(made).toBeGreaterThan(100);
  expect(refused).toBeGreaterThan(25);
});

test("an edit of a block that the layout prints twice changes its one text, in both places", () => {
  const { template, node, after } = open("{{< twice }}{{$ body }}<p>a</p>{{/ body }}{{/ twice }}");
  const second = template.nodes.findLast((one) => one.kind === "element" && one.name === "p");
  if (second?.kind !== "element" || second === node("<p>a")) throw new Error("The block is printed once.");
  const edited = after(setContent(template, second, ["b"]));
  expect(edited).toBe("{{< twice }}{{$ body }}<p>b</p>{{/ body }}{{/ twice }}");
  expect(fillLayout(edited ?? "", snippets).composed.text).toContain("<div><p>b</p></div><aside><p>b</p></aside>");
});
