import { expect, test } from "@jest/globals";
import { delimitersAt, listTags } from "./list-tags.ts";
import { namesUsed, type NamesOfArguments } from "./names-used.ts";

test("names are listed with their enclosing sections", () => {
  const source = "{{a}}{{#list}}{{b.c}}{{^none}}{{{d}}}{{/none}}{{/list}}{{& e }}{{! f }}";
  expect(namesUsed(source).map(({ name, kind, within }) => [name, kind, within])).toEqual([
    ["a", "variable", []],
    ["list", "section", []],
    ["b.c", "variable", ["list"]],
    ["none", "inverted", ["list"]],
    ["d", "raw", ["list"]],
    ["e", "raw", []],
  ]);
  expect(namesUsed(source).map(({ start, end }) => source.slice(start, end))).toContain("{{{d}}}");
});

test("a tag with formats uses its subject and the names among its arguments, and a closing tag may be short", () => {
  const source =
    "{{# lines | sort name }}{{ price | times count }}{{/lines}}{{^ a | is b }}{{'c'}}{{@last}}{{/a}}{{d}}";
  const used = namesUsed(source, ({ formats }) =>
    formats.flatMap(({ name, args }) =>
      name === "times" ? args.flatMap((arg) => (arg.kind === "bare" ? arg.text : [])) : [],
    ),
  );
  expect(used.map(({ name, kind, within }) => [name, kind, within])).toEqual([
    ["lines", "section", []],
    ["price", "variable", ["lines"]],
    ["count", "variable", ["lines"]],
    ["a", "inverted", []],
    ["d", "variable", []],
  ]);
});

test("a name that the formats of a section make is not read from the data inside it", () => {
  const source = "{{# lines | as net }}{{ net }}{{net.a}}{{ a | f net b }}{{/lines}}{{ net }}";
  const bareOf = (formats: readonly string[]): NamesOfArguments => {
    return (expression) =>
      expression.formats.flatMap(({ name, args }) =>
        formats.includes(name) ? args.flatMap((arg) => (arg.kind === "bare" ? arg.text : [])) : [],
      );
  };
  expect(namesUsed(source, bareOf(["f"]), bareOf(["as"])).map(({ name }) => name)).toEqual(["lines", "a", "b", "net"]);
});

test("the delimiters at a position are those that the last tag before it has set", () => {
  const source = "{{a}}{{=<% %>=}}<%b%>";
  const tags = listTags(source);
  expect(delimitersAt(tags, 5)).toEqual({ open: "{{", close: "}}" });
  expect(delimitersAt(tags, source.length)).toEqual({ open: "<%", close: "%>" });
});
