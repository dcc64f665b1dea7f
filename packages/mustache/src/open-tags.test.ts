import { expect, test } from "@jest/globals";
import { tooDeepError } from "./mustache-error.ts";
import { closesSection, readSnippetTag, takeClosed, type Opened } from "./open-tags.ts";

test("the opening tag of a layout begins with <, that of a block with $, and others open nothing", () => {
  expect(
    ["<a", "< a", "$a", "$ a b", "a", "<", "$ ", "", ">a", "#a", "$a | upper", "< a | b"].map(readSnippetTag),
  ).toEqual([
    { kind: "layout", name: "a" },
    { kind: "layout", name: "a" },
    { kind: "block", name: "a" },
    { kind: "block", name: "a b" },
    ...Array.from({ length: 8 }),
  ]);
});

test("a section is closed by its text or by its subject", () => {
  expect(["a", "a | b", "b", "a |"].map((text) => closesSection(text, "a | b"))).toEqual([true, true, false, false]);
  expect(["a", "a | b", ""].map((text) => closesSection(text, "a"))).toEqual([true, false, false]);
});

test("a closing tag closes the innermost of its name, with the blocks in the layout or section", () => {
  const [section, block, layout]: Opened[] = [
    { kind: "section", name: "s" },
    { kind: "block", name: "b" },
    { kind: "layout", name: "l" },
  ];
  const taken = (name: string, ...open: (Opened | undefined)[]) => {
    const opened = open.filter((one) => one !== undefined);
    return [takeClosed(opened, name), opened];
  };
  expect(taken("s", section, layout, block)).toEqual([{ closed: section, unclosed: [block, layout] }, []]);
  expect(taken("l", section, layout, block)).toEqual([{ closed: layout, unclosed: [block] }, [section]]);
  expect(taken("x", section, block)).toEqual([{ unclosed: [block] }, [section]]);
  expect(taken("x")).toEqual([{ unclosed: [] }, []]);
});

test("the error of a stack overflow says what is too deep, and keeps its cause", () => {
  const cause = new RangeError("stack");
  expect(tooDeepError(cause)).toMatchObject({
    name: "MustacheError",
    reason: "too_deep",
    message: "The template nests sections too deeply.",
    cause,
  });
});
