import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { samples } from "@platen/samples";
import fc from "fast-check";
import { applyChanges, type Edit } from "./edit.ts";
import { duplicateNodes, moveNodes, removeNodes } from "./edit-nodes.ts";
import { withEmptied } from "./kept-sections.ts";
import { insert } from "./move.ts";
import type { Range, Template, TemplateNode } from "../model/nodes.ts";
import { palette } from "./palette.ts";
import type { Gap } from "../model/gap.ts";
import { readTemplate } from "../model/read-template.ts";
import { rename, setSection, setVariable, unwrap, wrapInSection } from "./restructure.ts";
import { setAttribute } from "./set-attribute.ts";
import { setContent, type Piece } from "./set-content.ts";
import { removeParagraph, splitContent } from "./split-content.ts";
import { setStyles } from "./set-styles.ts";
import { groupNodes, showNodes, ungroupNode } from "./wrap-nodes.ts";
import { oddTemplates, templateTexts } from "../model/test-templates.ts";
import { decodeWritten } from "../model/written-text.ts";

const recorded = readFileSync(join(import.meta.dirname, "test-edits.ndjson"), "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line) as ReturnType<typeof resultsOf>);

const texts = fc.oneof(templateTexts, fc.constantFrom(...oddTemplates, ...samples.map(({ html }) => html)));
type Where = "before" | "after" | "first" | "last";
const wheres = fc.constantFrom<Where>("before", "after", "first", "last");

function gapAt(where: Where, node: TemplateNode): Gap | undefined {
  if (where === "before" || where === "after") return { where, node };
  return node.kind === "element" || node.kind === "section" ? { where, node } : undefined;
}

/** An edit of a random kind at one of two random nodes, and the range that it may change. */
function randomEdit(template: Template, kind: number, node: TemplateNode, other: TemplateNode, where: Where) {
  const gap = gapAt(where, other);
  const whole = { start: 0, end: template.html.length };
  const edits: [edit: () => Edit | undefined, within: Range][] = [
    [() => gap && insert(template, gap, palette.columns(2)), whole],
    [() => gap && moveNodes(template, [node], gap), whole],
    [() => duplicateNodes(template, [node]), whole],
    [() => removeNodes(template, [node]), linesOf(template, withEmptied(template, [node])[0] ?? node)],
    [() => (node.kind === "element" ? rename(template, node, "section") : undefined), node],
    [() => (node.kind === "section" ? unwrap(template, node) : undefined), linesOf(template, node)],
    [() => (node.kind === "element" ? setAttribute(template, node, "title", 'a "b" & {{c}}') : undefined), node],
    [() => (node.kind === "element" ? setStyles(template, node, { color: "blue" }) : undefined), node],
    [
      () =>
        node.kind === "element" || node.kind === "section" ? setContent(template, node, ["a < {{b}} & c"]) : undefined,
      node,
    ],
    [
      () =>
        node.kind === "element"
          ? setContent(template, node, [{ open: "<b>", close: "</b>", pieces: piecesOf(template, node.children) }])
          : undefined,
      node,
    ],
    [
      () =>
        node.kind === "element"
          ? splitContent(template, node, { head: piecesOf(template, node.children), blocks: ["<hr>"], tail: ["{{c}}"] })
          : undefined,
      node,
    ],
  ];
  return edits[kind % edits.length];
}

function linesOf({ html }: Template, { start, end }: Range): Range {
  const lineEnd = html.indexOf("\n", end);
  return { start: Math.max(0, html.lastIndexOf("\n", start - 1) - 1), end: lineEnd === -1 ? html.length : lineEnd + 1 };
}

test("an edit changes nothing outside its range, and reports exactly what it changes", () => {
  let made = 0;
  fc.assert(
    fc.property(texts, fc.nat(), fc.nat(), fc.nat(), wheres, (html, kind, first, second, where) => {
      const template = readTemplate(html);
      const node = template.nodes[first % template.nodes.length];
      const other = template.nodes[second % template.nodes.length];
      if (!node || !other) return;
      const [makeEdit, within] = randomEdit(template, kind, node, other, where) ?? [];
      const edit = makeEdit?.();
      if (!edit || !within) return;
      made += 1;
      expect(applyChanges(html, edit.changes)).toBe(edit.html);
      const outside = edit.changes.filter(({ start, end }) => start < within.start || end > within.end);
      expect(outside).toEqual([]);
      if (edit.selection) expect(edit.selection.end).toBeLessThanOrEqual(edit.html.length);
    }),
    { numRuns: 400 },
  );
  expect(made).toBeGreaterThan(50);
});

const editors: Record<
  string,
  (template: Template, node: TemplateNode, next: TemplateNode | undefined) => Edit | undefined
> = {
  ...Object.fromEntries(
    Array.from({ length: 11 }, (_, kind) => [
      String(kind),
      (template: Template, node: TemplateNode, next = node) => randomEdit(template, kind, node, next, "after")?.[0](),
    ]),
  ),
  group: (template, node, next) => groupNodes(template, next ? [node, next] : [node]),
  show: (template, node) => showNodes(template, { nodes: [node], known: undefined }, { name: "ok", isInverted: true }),
  ungroup: (template, node) => ungroupNode(template, node),
  empty: (template, node) => (node.kind === "element" ? removeParagraph(template, node) : undefined),
  wrap: (template, node) => wrapInSection(template, node, { name: "w" }),
};

/** The HTML after each edit of the first nodes of each template, and the canvas. */
function resultsOf(html: string) {
  const template = readTemplate(html);
  const edits = template.nodes.slice(0, 5).map((node, at) =>
    Object.fromEntries(
      Object.entries(editors).flatMap(([name, edit]) => {
        const made = edit(template, node, template.nodes[at + 1])?.html;
        return made === undefined ? [] : [[name, made]];
      }),
    ),
  );
  const { mistakes } = template;
  return { html, mistakes, edits };
}

test.each(recorded)("each edit of $html is as recorded", (results) => {
  expect(JSON.parse(JSON.stringify(resultsOf(results.html)))).toEqual(results);
});

test("an edit of a tag changes its text alone, and reads back as it was written", () => {
  const tagTexts = fc.constantFrom(
    "x",
    "x | upper",
    "'a | b' | or c",
    "@index",
    "x | plural 'a' \"b's\"",
    "x | is '}'",
    "{",
    "a b",
  );
  let made = 0;
  fc.assert(
    fc.property(texts, fc.nat(), tagTexts, (html, which, name) => {
      const template = readTemplate(html);
      const tagged = template.nodes.filter((node) => node.kind === "variable" || node.kind === "section");
      const node = tagged[which % tagged.length];
      if (!node) return;
      const edit =
        node.kind === "section" ? setSection(template, node, { name }) : setVariable(template, node, { name });
      if (!edit) return;
      made += 1;
      const ranges = node.kind === "section" ? [node.open, node.close] : [node];
      for (const { start, end } of edit.changes) {
        expect(ranges.some((range) => range.start < start && end < range.end)).toBe(true);
      }
      const after = readTemplate(edit.html).nodes.find(({ start }) => start === node.start);
      expect(after).toMatchObject({ kind: node.kind, name });
    }),
    { numRuns: 400 },
  );
  expect(made).toBeGreaterThan(50);
});

/** An element's content, as pieces. */
function piecesOf(template: Template, children: readonly TemplateNode[]): Piece[] {
  return children.map((child) =>
    child.kind === "text" ? decodeWritten(template.html, child, []) : { keep: child.id },
  );
}

test("setting the content to what it is changes nothing", () => {
  fc.assert(
    fc.property(texts, (html) => {
      const template = readTemplate(html);
      for (const node of template.nodes) {
        if (node.kind !== "element" && node.kind !== "section") continue;
        expect(setContent(template, node, piecesOf(template, node.children))?.changes).toEqual([]);
      }
    }),
    { numRuns: 150 },
  );
});

test("typed text is shown as typed, and never becomes a tag of HTML or Mustache", () => {
  const typed = fc.array(fc.constantFrom("{", "}", "{{", "}}", "#a", "<b>", "&amp;", "&", " ", "x", "\u00A0", "😀"));
  fc.assert(
    fc.property(typed, (parts) => {
      const text = parts.join("");
      const template = readTemplate("<p>a{{x}}b</p>");
      const [paragraph, , variable] = template.nodes;
      if (paragraph?.kind !== "element" || !variable) throw new Error("The template has no paragraph.");
      const edit = setContent(template, paragraph, [`a${text}`, { keep: variable.id }, `${text}b`]);
      const after = readTemplate(edit?.html ?? "");
      expect(after.nodes.map(({ kind }) => kind)).toEqual(["element", "text", "variable", "text"]);
      const [, before, , behind] = after.nodes;
      expect(before && decodeWritten(after.html, before, [])).toBe(`a${text}`);
      expect(behind && decodeWritten(after.html, behind, [])).toBe(`${text}b`);
    }),
    { numRuns: 250 },
  );
});
