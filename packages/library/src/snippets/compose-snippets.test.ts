import { describe, expect, test } from "@jest/globals";
import { placeAt } from "../composed-text.ts";
import { composeSnippets, namesOfSnippets } from "./compose-snippets.ts";
import type { SnippetLibrary } from "./snippet-parts.ts";
import { unknownSnippet } from "./unknown-snippet.ts";

type Texts = Record<string, string>;

const libraryOf = (texts: Texts): SnippetLibrary => ({
  snippets: Object.entries(texts).map(([name, html]) => ({ name, html, css: "" })),
  names: Object.keys(texts),
});
const compose = (html: string, texts: Texts = {}) => composeSnippets({ html, css: "" }, libraryOf(texts));

function composed(html: string, texts: Texts = {}): string {
  const { texts: result, mistakes } = compose(html, texts);
  expect(mistakes).toEqual([]);
  return result.html.text;
}

const mistakesOf = (html: string, texts: Texts = {}) =>
  compose(html, texts).mistakes.map(({ path, line, column, message }) => `${path}:${line}:${column} ${message}`);

describe("partials, as the Mustache specification says", () => {
  test.each<[string, string, Texts, string]>([
    ["a snippet takes the place of its tag", '"{{> greeting }}"', { greeting: "hello" }, '"hello"'],
    ["a snippet keeps its tags of data", "{{#a}}{{>line}}{{/a}}", { line: "*{{b}}*" }, "{{#a}}*{{b}}*{{/a}}"],
    ["white space around a tag among text stays", "| {{>s}} |", { s: "\t|\t" }, "| \t|\t |"],
    ["a tag among text indents no line", "  {{a}}  {{> s}}\n", { s: "1\n2" }, "  {{a}}  1\n2\n"],
    ["a tag alone on its line takes the line off", "a\n{{> s}}\nb", { s: "1\n" }, "a\n1\nb"],
    ["a line may end with CR and LF", "a\r\n{{> s}}\r\nb", { s: "1" }, "a\r\n1b"],
    ["the first line may be a tag alone", "  {{> s}}\nb", { s: "1\n2" }, "  1\n  2b"],
    ["the last line may be a tag alone", "a\n  {{> s}}", { s: "1\n2" }, "a\n  1\n  2"],
    ["empty lines get no indentation", "  {{> s}}\n", { s: "1\n\n2\n" }, "  1\n\n  2\n"],
    ["indentations add up", " {{> a}}\n", { a: "1\n  {{> b}}\n", b: "2\n3\n" }, " 1\n   2\n   3\n"],
  ])("%s", (_name, html, texts, expected) => {
    expect(composed(html, texts)).toBe(expected);
  });

  test("delimiters of the template do not reach into a snippet, and those of a snippet not out of it", () => {
    expect(composed("{{=<% %>=}}<%a%><%> s %><%b%>", { s: "{{c}}{{=[ ]=}}[d]" })).toBe(
      "{{=<% %>=}}<%a%><%={{ }}=%>{{c}}{{=[ ]=}}[d][=<% %>=]<%b%>",
    );
  });
});

describe("inheritance, as the Mustache specification says", () => {
  const card = { card: "<h1>{{$title}}Card{{/title}}</h1>{{$body}}{{/body}}" };

  test.each<[string, string, Texts, string]>([
    ["a block outside a layout prints its own text", "{{$a}}b {{c}}{{/a}}\n", {}, "b {{c}}\n"],
    ["a block without a replacement prints its own text", "{{< card }}{{/ card }}", card, "<h1>Card</h1>"],
    ["a block is replaced", "{{<card}}{{$title}}Bill{{/title}}{{/card}}", card, "<h1>Bill</h1>"],
    ["one block alone may be replaced", "{{<card}}{{$body}}x{{/body}}{{/card}}", card, "<h1>Card</h1>x"],
    ["other text between the tags is left out", "{{<card}} a {{$body}}x{{/body}} b {{/card}}", card, "<h1>Card</h1>x"],
    ["a layout without blocks is a partial", "{{> card }}|{{< card }}{{/ card }}", card, "<h1>Card</h1>|<h1>Card</h1>"],
    [
      "two uses have replacements of their own",
      "{{<card}}{{$body}}1{{/body}}{{/card}}{{<card}}{{$body}}2{{/body}}{{/card}}",
      card,
      "<h1>Card</h1>1<h1>Card</h1>2",
    ],
    [
      "a layout may stand in a block of the same layout",
      "{{<card}}{{$body}}{{<card}}{{$title}}In{{/title}}{{$body}}x{{/body}}{{/card}}{{/body}}{{/card}}",
      card,
      "<h1>Card</h1><h1>In</h1>x",
    ],
    [
      "the outermost replacement wins over several levels",
      "{{<one}}{{$a}}outer{{/a}}{{/one}}",
      { one: "{{<two}}{{$a}}1{{/a}}{{/two}}", two: "{{<three}}{{$a}}2{{/a}}{{/three}}", three: "{{$a}}3{{/a}}" },
      "outer",
    ],
    [
      "a level in between replaces what no outer one does",
      "{{<one}}{{/one}}",
      { one: "{{<two}}{{$a}}1{{/a}}{{/two}}", two: "{{$a}}2{{/a}}" },
      "1",
    ],
    [
      "replacements reach the snippets in the layout",
      "{{<one}}{{$a}}x{{/a}}{{/one}}",
      { one: "[{{> two }}]", two: "{{$a}}2{{/a}}" },
      "[x]",
    ],
    ["a layout alone on its line is indented", "Hi\n  {{<s}}{{/s}}\n", { s: "1\n2\n" }, "Hi\n  1\n  2\n"],
    [
      "a block takes the indentation of its place in the layout",
      "{{<s}}{{$a}}\none\ntwo{{/a}}\n{{/s}}\n",
      { s: "Hi\n  {{$a}}{{/a}}\n" },
      "Hi\n  one\n  two\n",
    ],
    [
      "a block gives up the indentation of its own place",
      "{{<s}}{{$a}}\n      one\n        two\n{{/a}}{{/s}}\n",
      { s: "Hi\n  {{$a}}\n  {{/a}}\n" },
      "Hi\n  one\n    two\n",
    ],
    [
      "the text of a block in the layout tells the indentation of its replacement",
      "{{<s}}{{$a}}\none\ntwo\n{{/a}}{{/s}}\n",
      { s: "Hi\n{{$a}}\n   own\n{{/a}}\n" },
      "Hi\n   one\n   two\n",
    ],
    [
      "a block in a block is indented against the block around it",
      "{{<s}}{{$b}}\nthree\n{{/b}}{{/s}}\n",
      { s: "{{<t}}{{$a}}\n  one\n  {{$b}}\n    two\n  {{/b}}\n{{/a}}{{/t}}\n", t: "{{$a}}own{{/a}}" },
      "one\n  three\n",
    ],
    [
      "lines that share no margin stay as they are",
      "{{<s}}{{$a}}\n  1\n 2\n{{/a}}{{/s}}",
      { s: "{{$a}}{{/a}}" },
      "  1\n 2\n",
    ],
  ])("%s", (_name, html, texts, expected) => {
    expect(composed(html, texts)).toBe(expected);
  });
});

test("a name with a dollar that nothing closes stays a name of the data", () => {
  expect(composed("{{$id}}{{#a}}{{$b}}{{/a}}{{> s }}", { s: "{{$c}}" })).toBe("{{$id}}{{#a}}{{$b}}{{/a}}{{$c}}");
});

test("the CSS of each snippet comes once, before the template's, and that of inner snippets first", () => {
  const snippets = [
    { name: "outer", html: "{{> inner }}{{> inner }}", css: ".o {}" },
    { name: "inner", html: "x", css: ".i {}\n" },
    { name: "foot", html: "y", css: ".f {}" },
  ];
  const source = { html: "{{> outer }}{{> outer }}", css: "p {}", footer: "{{> foot }}" };
  const { texts, used } = composeSnippets(source, { snippets });
  expect(texts.css.text).toBe(".i {}\n.o {}\np {}");
  expect([texts.footer?.text, used]).toEqual(["y", ["inner", "outer", "foot"]]);
  expect(placeAt(texts.css, texts.css.text.indexOf("p {}"))).toEqual({ path: "css", line: 1, column: 1 });
  expect(placeAt(texts.css, texts.css.text.indexOf(".o"))).toEqual({ path: "snippets.outer.css", line: 1, column: 1 });
});

describe("mistakes", () => {
  test.each<[string, string, Texts, string]>([
    [
      "an unknown name is told at its tag with the name that was meant",
      "<p>\n{{> leterhead }}",
      { letterhead: "" },
      'html:2:1 The project has no snippet "leterhead". Did you mean "letterhead"?',
    ],
    [
      "a circle is shown, where it closes",
      "{{> a }}",
      { a: "{{> b }}", b: "x\n {{< c }}{{/ c }}", c: "{{> a }}" },
      "snippets.c.html:1:1 A snippet cannot take itself in: a → b → c → a.",
    ],
    [
      "a name from the data is refused",
      "{{> *kind }}",
      {},
      "html:1:1 The name of a snippet cannot come from the data: write each name in a section, such as {{# isPaid }}{{> receipt }}{{/ isPaid }}.",
    ],
    [
      "a block of a layout that nothing closes",
      "{{< a }}{{$ b }}x{{/ a }}",
      { a: "" },
      'html:1:9 The block "b" is opened but never closed: write {{/ b }} after its text.',
    ],
    [
      "a layout that nothing closes",
      "x {{< a }}",
      { a: "" },
      'html:1:3 The layout "a" is opened but never closed: write {{/ a }} after its text.',
    ],
    [
      "a block in a section between the tags of a layout",
      "{{< a }}{{#b}}{{$ c }}{{/ c }}{{/b}}{{/ a }}",
      { a: "{{$c}}{{/c}}" },
      'html:1:15 The block "c" of a layout cannot be in a section: write the section into the block.',
    ],
    [
      "a snippet with a mistake of its own",
      "{{> a }}",
      { a: "\n{{#b}}" },
      'snippets.a.html:2:1 The section "b" is opened but never closed.',
    ],
  ])("%s", (_name, html, texts, expected) => {
    expect(mistakesOf(html, texts)).toEqual([expected]);
  });

  test("a snippet cannot take itself in through others", () => {
    const { mistakes } = composeSnippets({ html: "{{> b }}", css: "" }, libraryOf({ b: "{{> a }}" }), { ownName: "a" });
    expect(mistakes).toMatchObject([{ path: "snippets.b.html", message: expect.stringContaining("a → b → a") }]);
  });

  test("a replacement for a block that the layout does not print is a warning at the block", () => {
    const { warnings } = compose("{{< a }}\n {{$ b }}x{{/ b }}{{$ c }}y{{/ c }}{{/ a }}", { a: "{{$b}}{{/b}}" });
    expect(warnings).toEqual([
      { path: "html", line: 2, column: 19, message: 'The layout "a" prints no block "c", so this text is left out.' },
    ]);
  });

  test.each<[string, (index: number) => string, number, RegExp]>([
    ["20 levels", (index) => `{{> s${index + 1} }}`, 22, /at most 20 deep: s0 → s1/],
    ["200 snippets", () => "", 201, /at most 200 snippets/],
    [
      "1,000,000 characters",
      (index) => (index === 9 ? "text ".repeat(200) : `{{> s${index + 1} }}`.repeat(10)),
      10,
      /1,000,000/,
    ],
    [
      "20,000 pieces, though they print nothing",
      (index) => (index === 9 ? "" : `{{> s${index + 1} }}`.repeat(10)),
      10,
      /20,000/,
    ],
  ])("composing ends at %s", (_name, html, count, message) => {
    const texts = Object.fromEntries(Array.from({ length: count }, (_each, index) => [`s${index}`, html(index)]));
    const all =
      count === 201
        ? Object.keys(texts)
            .map((name) => `{{> ${name} }}`)
            .join("")
        : "{{> s0 }}";
    const { mistakes, exceedsLimit } = compose(all, texts);
    expect(mistakes).toMatchObject([{ message: expect.stringMatching(message) }]);
    expect(exceedsLimit).toBe(true);
  });

  test("the CSS of snippets and template may have a million characters together", () => {
    const snippets = [{ name: "a", html: "", css: "x".repeat(999_998) }];
    const mistakesWith = (css: string) =>
      composeSnippets({ html: "{{> a }}", css }, { snippets, names: ["a"] }).mistakes;
    expect(mistakesWith("y")).toEqual([]);
    expect(mistakesWith("yy")).toEqual([
      { path: "css", line: 1, column: 1, message: "The CSS with that of the snippets exceeds 1,000,000 characters." },
    ]);
  });

  test("blocks nest at most 20 deep", () => {
    const nested = (depth: number) => "{{$a}}".repeat(depth) + "{{/a}}".repeat(depth);
    expect(mistakesOf(nested(20))).toEqual([]);
    expect(mistakesOf(nested(20_000))).toEqual(["html:1:121 Blocks can be nested at most 20 deep."]);
  });
});

test("the names that a text uses itself are found in any delimiters, once each", () => {
  expect(namesOfSnippets("{{> a }}{{< b }}{{$x}}{{> c }}{{/x}}{{/ b }}{{=<% %>=}}<%> a %><%! > d %>")).toEqual([
    "a",
    "b",
    "c",
  ]);
});

test.each([
  ["x".repeat(100), `The project has no snippet "${"x".repeat(100)}".`],
  ["x".repeat(101), `The project has no snippet "${"x".repeat(100)}…".`],
  ["a", 'The project has no snippet "a". Did you mean "b"?'],
  ["c4", 'The project has no snippet "c4".'],
  ["body", 'The project has no snippet "body". Did you mean "both"?'],
  ["bxyz", 'The project has no snippet "bxyz".'],
])("the advice for the name %j without a snippet is: %s", (name, advice) => {
  expect(unknownSnippet(name, name.length > 9 ? [] : ["b", "d5", "both"])).toBe(advice);
});
