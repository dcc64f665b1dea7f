import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { createEvaluator, formats } from "@platen/formats";
import { MustacheError, standardDelimiters } from "@platen/mustache";
import {
  addFormat,
  addTotal,
  canvasHtml,
  chipLabel,
  cleanPaste,
  findReferences,
  fittingFormats,
  groupNodes,
  harmlessSource,
  infoOf,
  insertColumn,
  insertRow,
  isCell,
  makeTranslatable,
  placeOf,
  readTemplate,
  readWritten,
  removeColumn,
  removeFormat,
  removeRow,
  resultsOf,
  setArgument,
  setColumnWidth,
  styleColumn,
  swapFormats,
  translatableIn,
  typesOf,
  ungroupNode,
  valuesOf,
  variableIn,
  writePasted,
  pathsOf,
  placeOfReference,
  renameField,
  type ElementNode,
  type FieldReaders,
  type Template,
} from "./index.ts";

type Recorded = { kind: keyof typeof kinds; of: string; gives: unknown };

const data = {
  a: [{ b: 1, t: "T", d: "2026-01-02" }, { b: "x" }],
  rows: [
    { a: 1, cells: [1, 2] },
    { a: 2.5, total: true },
  ],
  x: "<x> & 'y'",
  n: 12.5,
  text: "2026-01-02",
  yes: true,
  none: null,
  o: { p: "P", "q r": [3] },
};
const snippets = new Map([
  ["head", '<b title="{{x}}">{{n | number 2}}</b>'],
  ["list", "{{#a}}{{b}}{{/a}}"],
]);
const attempt = (make: () => unknown): unknown => {
  try {
    return make();
  } catch (error) {
    if (error instanceof MustacheError) return error.message;
    throw error;
  }
};

function canvas(html: string) {
  const template = readTemplate(html);
  const missing: number[] = [];
  const shown = (["none", "once"] as const).map((emptySections) =>
    attempt(() => canvasHtml(template, data, { emptySections, snippets, onMissing: (offset) => missing.push(offset) })),
  );
  const nodes = template.nodes.map(({ kind, start, end }) => `${kind} ${start} ${end}`);
  const readers: FieldReaders = {
    texts: { html, header: "<p>{{x}}", footer: "" },
    calculated: [{ name: "sum", formula: "n | plus o.p" }],
    messages: { en: { k: "{x} of {b}" } },
    sharedMessages: {},
    snippets: [...snippets].map(([name, text]) => ({ name, html: text, css: "" })),
  };
  const known = { paths: pathsOf(data), data: [data] };
  const read = attempt(() =>
    findReferences(readers, known).references.map((found) => [placeOfReference(found, readers), found]),
  );
  const renamed = [["n"], ["a"], ["a", "*", "b"], ["rows", "*", "a"], ["o", "p"], ["x"]].map((field) =>
    attempt(() => renameField(readers, known, field, "new")),
  );
  return [...shown, missing, nodes, read, renamed];
}

function cellEdits(template: Template, cell: ElementNode) {
  const place = placeOf(template, cell);
  if (!place) return "not in a grid";
  const column = { name: "new", label: "New", align: "right" } as const;
  return [
    insertColumn(template, place, "left", column),
    insertColumn(template, place, "right", undefined),
    removeColumn(template, place),
    styleColumn(template, place, { color: "red" }),
    setColumnWidth(template, place, "20%"),
    insertRow(template, place, "below"),
    removeRow(template, place),
    addTotal(template, place),
    variableIn(template, place),
  ].map((edit) => (edit === undefined ? null : "html" in edit ? edit.html : edit.name));
}

function table(html: string) {
  const template = readTemplate(html);
  return template.nodes.filter(isCell).map((cell) => cellEdits(template, cell));
}

function blocks(html: string) {
  const template = readTemplate(html);
  return template.nodes.map((node) => [
    groupNodes(template, [node])?.html ?? null,
    ungroupNode(template, node)?.html ?? null,
    node.kind === "element" ? (translatableIn(template, node) ?? null) : null,
    node.kind === "element" ? (makeTranslatable(template, node, "k")?.html ?? null) : null,
  ]);
}

function expression(text: string) {
  const written = readWritten(text);
  if (!written) return "not an expression";
  const values = new Map<string, unknown>(Object.entries(data));
  const scope = { lookUp: (name: string) => values.get(name), pathOf: String, loop: { index: 1, count: 3 } };
  const steps = resultsOf(written, scope, createEvaluator({ locale: "en", timeZone: "UTC" }), "escaped");
  const calls = written.calls.map((call, index) => [
    removeFormat(written, index),
    swapFormats(written, index),
    ...(call.format?.parameters ?? []).map((parameter) => [
      valuesOf(written, call, parameter),
      setArgument(written, index, { parameter }, undefined) ?? null,
      setArgument(written, index, { parameter }, "5") ?? null,
      setArgument(written, index, { parameter, at: 1 }, "'u v'") ?? null,
    ]),
  ]);
  return [
    addFormat(written, "upper"),
    calls,
    steps.map(({ words, problem }) => [words, problem ?? null]),
    chipLabel(text),
  ];
}

const kinds = {
  canvas,
  table,
  blocks,
  expression,
  paste: (html: string) => [writePasted(cleanPaste(html), standardDelimiters), attempt(() => harmlessSource(html))],
  format: (name: string) => formats.filter((format) => format.name === name).map(infoOf),
  fitting: (json: string) => {
    const types = typesOf(JSON.parse(json));
    const names = (use: "value" | "section") => fittingFormats(types, use).map(({ name }) => name);
    return [[...(types ?? [])], names("value"), names("section")];
  },
};

const recorded = readFileSync(join(import.meta.dirname, "test-results.ndjson"), "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line) as Recorded);

test.each(recorded)("$kind of $of gives what is recorded", ({ kind, of, gives }) => {
  expect(JSON.parse(JSON.stringify(kinds[kind](of)))).toEqual(gives);
});
