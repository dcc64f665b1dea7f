import { describe, expect, test } from "@jest/globals";
import type { Edit } from "./edit.ts";
import { nodeIn } from "../model/find-node.ts";
import { duplicateNodes, moveNodes, removeNodes } from "./edit-nodes.ts";
import { insert } from "./move.ts";
import type { ElementNode, SectionNode, Template, TemplateNode, VariableNode } from "../model/nodes.ts";
import { headerOrFooter, palette, tableFor, variableFor } from "./palette.ts";
import { readTemplate } from "../model/read-template.ts";
import { rename, sectionsAlone, setSection, setVariable, unwrap, wrapInSection } from "./restructure.ts";
import { readAttribute, setAttribute } from "./set-attribute.ts";
import { setContent, typedPieces, withoutHalfSections } from "./set-content.ts";
import { splitContent } from "./split-content.ts";
import { setStyles } from "./set-styles.ts";

function find<Node extends TemplateNode>(
  template: Template,
  isWanted: (node: TemplateNode) => node is Node,
  index = 0,
): Node {
  const found = template.nodes.filter(isWanted)[index];
  if (!found) throw new Error("The template has no such node.");
  return found;
}

const element = (template: Template, name: string, index?: number) =>
  find(template, (node): node is ElementNode => node.kind === "element" && node.name === name, index);
const section = (template: Template, name: string) =>
  find(template, (node): node is SectionNode => node.kind === "section" && node.name === name);
const variable = (template: Template, name: string) =>
  find(template, (node): node is VariableNode => node.kind === "variable" && node.name === name);

function htmlOf(edit: Edit | undefined): string | undefined {
  return edit?.html;
}

test.each([
  ["{{#paid}}Paid", "Paid", "{{#paid}}"],
  ["Paid{{/paid}}", "Paid", "{{/paid}}"],
  ["{{#a}}{{#b}}x{{/a}}", "x", "{{#a}}"],
  ["{{#a | nothing '}}x{{/a}}", "x", "{{#a | nothing '}}"],
])("of a typed section that is not whole, as in %s, no tag is printed as text", (text, kept, refused) => {
  const settled = withoutHalfSections([{ within: 1, pieces: typedPieces(text) }]);
  expect(settled).toEqual({ pieces: [{ within: 1, pieces: [kept] }], refused });
});

describe("text", () => {
  test("changes only where it differs: entities, white space and line breaks around it stay", () => {
    const template = readTemplate("<p>\r\n  A &amp; B&#160;{{x}} caf&eacute;\r\n</p>");
    const kept = variable(template, "x");
    const edit = setContent(template, element(template, "p"), ["\n  A & C\u00A0", { keep: kept.id }, " café\n"]);
    expect(edit?.changes).toEqual([{ start: 15, end: 16, text: "C" }]);
  });

  test("can lose, gain and swap nodes", () => {
    const template = readTemplate("<p>a {{x}} b <b>c</b> d</p>");
    const [bold, x] = [element(template, "b").id, { keep: variable(template, "x").id }];
    const withContent = (pieces: Parameters<typeof setContent>[2]) =>
      htmlOf(setContent(template, element(template, "p"), pieces));
    expect(withContent(["a b"])).toBe("<p>a b</p>");
    expect(withContent([{ keep: bold }, " ", x])).toBe("<p><b>c</b> {{x}}</p>");
    expect(withContent(["a ", x, " b ", { within: bold, pieces: ["C"] }, " d"])).toBe("<p>a {{x}} b <b>C</b> d</p>");
    expect(withContent(typedPieces("no {{y}} {{{z}}}"))).toBe("<p>no {{y}} {{{z}}}</p>");
    const section = "{{#paid}}Paid {{on}}{{/paid}}{{^due | is 'now'}}!{{/due}}";
    expect(withContent(withoutHalfSections(typedPieces(section)).pieces)).toBe(`<p>${section}</p>`);
  });

  test("is escaped for the current delimiters", () => {
    const template = readTemplate("{{=<% %>=}}<p>a</p>");
    expect(htmlOf(setContent(template, element(template, "p"), ["<% {{ %>"]))).toBe(
      "{{=<% %>=}}<p>&#60;% {{ %&gt;</p>",
    );
  });
});

describe("formatted text", () => {
  const template = readTemplate(
    '<ul>\r\n  <li>Pay &euro; <b class=x>{{sum}} now</b> or <span style="color: red">later</span>\r\n  </li>\r\n</ul><p id=a>Hi {{name}}</p>',
  );
  const bold = element(template, "b").id;
  const red = element(template, "span").id;
  const [sum, name] = [{ keep: variable(template, "sum").id }, { keep: variable(template, "name").id }];
  const around = { open: "<u>", close: "</u>" };

  test("is put around words and variables, split and restyled, and all the rest stays as it is", () => {
    const edited = setContent(template, element(template, "li"), [
      "Pay € ",
      { within: bold, pieces: [sum] },
      " n",
      { copy: bold, pieces: ["ow"] },
      " or ",
      { within: red, pieces: ["later"], styles: { color: "#00f" } },
      "\n  ",
    ]);
    expect(htmlOf(edited)).toBe(
      template.html.replace("now</b>", "</b> n<b class=x>ow</b>").replace("{{sum}} ", "{{sum}}").replace("red", "#00f"),
    );
    const underlined = setContent(template, element(template, "p"), ["Hi ", { ...around, pieces: [name] }]);
    expect(underlined?.changes.map(({ text }) => text)).toEqual(["<u>", "</u>"]);
  });

  test("is divided into two paragraphs or items, which keep its tags", () => {
    const item = splitContent(template, element(template, "li"), {
      head: ["Pay € ", { within: bold, pieces: [sum] }],
      tail: [{ within: bold, pieces: [" now"] }, " or ", { keep: red }, "\n  "],
    });
    expect(htmlOf(item)).toBe(
      template.html
        .replace("{{sum}} now</b>", "{{sum}}</b></li>\r\n  <li><b class=x> now</b>")
        .replace("</span>\r\n", "</span>\n"),
    );
  });

  test("gives its place to pasted blocks if it is empty, and takes them between its parts otherwise", () => {
    const blocks = ["<h2>{{total}}</h2>", "<ul>\n  <li>a</li>\n</ul>"];
    const empty = readTemplate("<div>\n  <p></p>\n</div>");
    expect(htmlOf(splitContent(empty, element(empty, "p"), { head: [], blocks, tail: [] }))).toBe(
      "<div>\n  <h2>{{total}}</h2>\n  <ul>\n    <li>a</li>\n  </ul>\n</div>",
    );
    expect(
      htmlOf(splitContent(template, element(template, "p"), { head: ["Hi"], blocks: ["<p>{{x}}</p>"], tail: [name] })),
    ).toBe(template.html.replace("Hi {{name}}</p>", "Hi</p><p>{{x}}</p><p>{{name}}</p>"));
  });
});

describe("a condition around an element", () => {
  test("stands on lines of its own, or beside the element, and its end repeats the name alone", () => {
    const lines = readTemplate("<div>\r\n  <p>a</p>\r\n</div>");
    const condition = { name: "items | present" };
    expect(htmlOf(wrapInSection(lines, element(lines, "p"), condition))).toBe(
      "<div>\r\n  {{#items | present}}\r\n  <p>a</p>\r\n  {{/items}}\r\n</div>",
    );
    const words = readTemplate("<p>a <b>b</b> c</p>");
    const edit = wrapInSection(words, element(words, "b"), { name: "paid", isInverted: true });
    expect(htmlOf(edit)).toBe("<p>a {{^paid}}<b>b</b>{{/paid}} c</p>");
    expect(edit?.html.slice(edit.selection?.start, edit.selection?.end)).toBe("<b>b</b>");
  });

  test("is the element's own only where it holds nothing else", () => {
    const template = readTemplate("{{#a}}\n{{^b}}<p>x</p>{{/b}}\n{{/a}}{{#c}}<p>y</p>z{{/c}}");
    const names = [0, 1].map((index) => sectionsAlone(template, element(template, "p", index)).map(({ name }) => name));
    expect(names).toEqual([["b", "a"], []]);
  });
});

describe("attributes and styles", () => {
  test("are decoded when read, and written with the smallest change", () => {
    const template = readTemplate("<p title='a &amp; {{b}}' hidden class=c>x</p>");
    const paragraph = element(template, "p");
    expect(readAttribute(template, paragraph, "title")).toBe("a & {{b}}");
    expect(setAttribute(template, paragraph, "title", "a & {{b}}")?.changes).toEqual([]);
    expect(htmlOf(setAttribute(template, paragraph, "title", "it's {{#c}}'{{/c}}"))).toBe(
      "<p title='it&#39;s {{#c}}&#39;{{/c}}' hidden class=c>x</p>",
    );
    expect(htmlOf(setAttribute(template, paragraph, "class", undefined))).toBe("<p title='a &amp; {{b}}' hidden>x</p>");
    expect(htmlOf(setAttribute(template, paragraph, "class", "d e"))).toBe(
      "<p title='a &amp; {{b}}' hidden class=\"d e\">x</p>",
    );
  });

  test("that depend on a section inside the tag cannot be set", () => {
    const template = readTemplate('<p {{#a}}class="b"{{/a}}>x</p>');
    expect(setAttribute(template, element(template, "p"), "class", "c")).toBeUndefined();
  });

  test.each([
    ["color: red; margin: 0", "color", "blue", "color: blue; margin: 0"],
    ["COLOR:red;margin:0;", "color", "blue", "COLOR:blue;margin:0;"],
    ["color: red; margin: 0", "padding", "1px", "color: red; margin: 0; padding: 1px"],
    ["color: red;", "padding", "1px", "color: red; padding: 1px;"],
    ["color: red; margin: 0", "color", undefined, "margin: 0"],
    ["color: red; margin: 0", "margin", undefined, "color: red;"],
    [
      "color: {{c}}; {{#big}}font-size: 20pt;{{/big}} margin: 0",
      "margin",
      "1px",
      "color: {{c}}; {{#big}}font-size: 20pt;{{/big}} margin: 1px",
    ],
    ["{{#big}}font-size: 20pt;{{/big}}", "font-size", "9pt", "{{#big}}font-size: 20pt;{{/big}}; font-size: 9pt"],
    [
      "font-family: &quot;A;B&quot;, {{f}}; color: red !important",
      "color",
      "blue",
      "font-family: &quot;A;B&quot;, {{f}}; color: blue !important",
    ],
    [
      "background: url(data:image/png;base64,AA==); color: red",
      "color",
      "blue",
      "background: url(data:image/png;base64,AA==); color: blue",
    ],
  ])("in %j the property %s is set to %s", (style, property, value, expected) => {
    const template = readTemplate(`<p style="${style}">x</p>`);
    expect(htmlOf(setStyles(template, element(template, "p"), { [property]: value }))).toBe(
      `<p style="${expected}">x</p>`,
    );
  });

  test("removing the last property removes the style attribute", () => {
    const template = readTemplate('<p class="a" style="color: {{c}} !important">x</p>');
    expect(htmlOf(setStyles(template, element(template, "p"), { color: undefined }))).toBe('<p class="a">x</p>');
  });
});

const page =
  "<body>\n  <h1>a</h1>\n  <table>\n    {{#rows}}\n    <tr>\n      <td>{{x}}</td>\n    </tr>\n    {{/rows}}\n  </table>\n</body>\n";

describe("structure", () => {
  const template = readTemplate(page);

  test("a new node gets its own lines if its neighbours have them", () => {
    const edit = insert(template, { where: "after", node: element(template, "h1") }, "<div>\n  <p>x</p>\n</div>");
    expect(htmlOf(edit)).toBe(page.replace("</h1>\n", "</h1>\n  <div>\n    <p>x</p>\n  </div>\n"));
    expect(edit?.selection && nodeIn(readTemplate(edit.html), edit.selection)).toMatchObject({ name: "div" });
    expect(htmlOf(insert(template, { where: "last", node: element(template, "td") }, "<b>y</b>"))).toBe(
      page.replace("{{x}}", "{{x}}<b>y</b>"),
    );
    expect(htmlOf(insert(template, { where: "first", node: section(template, "rows") }, "<tr></tr>"))).toBe(
      page.replace("    <tr>", "    <tr></tr>\n    <tr>"),
    );
    expect(htmlOf(insert(template, { where: "last", node: undefined }, "<hr />"))).toBe(
      page.replace("</body>", "  <hr />\n</body>"),
    );
  });

  test("nothing is inserted where the HTML parser would move it", () => {
    expect(insert(template, { where: "first", node: section(template, "rows") }, "<div></div>")).toBeUndefined();
    expect(insert(template, { where: "before", node: element(template, "tr") }, "text")).toBeUndefined();
    expect(insert(template, { where: "before", node: element(template, "body") }, "<p></p>")).toBeUndefined();
    const paragraph = readTemplate("<p>a</p>");
    expect(insert(paragraph, { where: "last", node: element(paragraph, "p") }, "<p>b</p>")).toBeUndefined();
  });

  test("a removed node takes its lines with it, and a moved or copied node gets the indentation of its new place", () => {
    expect(htmlOf(removeNodes(template, [section(template, "rows")]))).toBe(
      "<body>\n  <h1>a</h1>\n  <table>\n  </table>\n</body>\n",
    );
    expect(htmlOf(duplicateNodes(template, [element(template, "h1")]))).toBe(
      page.replace("</h1>\n", "</h1>\n  <h1>a</h1>\n"),
    );
    const list = readTemplate("<ul>\r\n  <li>a</li>\r\n  <li>b</li>\r\n</ul>\r\n<ol>\r\n    <li>c</li>\r\n</ol>");
    expect(htmlOf(moveNodes(list, [element(list, "li")], { where: "after", node: element(list, "li", 2) }))).toBe(
      "<ul>\r\n  <li>b</li>\r\n</ul>\r\n<ol>\r\n    <li>c</li>\r\n    <li>a</li>\r\n</ol>",
    );
    expect(
      moveNodes(template, [element(template, "table")], { where: "last", node: element(template, "td") }),
    ).toBeUndefined();
  });

  test("sections and elements can be renamed and unwrapped, and variables can be changed", () => {
    expect(htmlOf(unwrap(template, section(template, "rows")))).toBe(
      page.replace("    {{#rows}}\n", "").replace("    {{/rows}}\n", ""),
    );
    expect(htmlOf(setSection(template, section(template, "rows"), { name: "items", isInverted: true }))).toBe(
      page.replace("{{#rows}}", "{{^items}}").replace("{{/rows}}", "{{/items}}"),
    );
    expect(htmlOf(rename(template, element(template, "h1"), "h2"))).toBe(page.replaceAll("h1", "h2"));
    const x = variable(template, "x");
    expect(htmlOf(setVariable(template, x, { name: "y", isEscaped: false }))).toBe(page.replace("{{x}}", "{{{y}}}"));
    expect(setVariable(template, x, { name: "a b" })).toBeUndefined();
  });

  test.each([
    ["{{/status}}", "{{/state}}"],
    ["{{/ status | is 'paid' }}", "{{/ state | is 'due' }}"],
  ])("keep the form of the closing tag %s of a section with formats", (close, renamed) => {
    const formatted = readTemplate(`<p>{{# status | is 'paid' }}x${close}</p>`);
    const found = section(formatted, "status | is 'paid'");
    expect(htmlOf(setSection(formatted, found, { isInverted: true }))).toBe(
      `<p>{{^ status | is 'paid' }}x${close}</p>`,
    );
    expect(htmlOf(setSection(formatted, found, { name: "state | is 'due'" }))).toBe(
      `<p>{{# state | is 'due' }}x${renamed}</p>`,
    );
  });

  test("close a section that gains or loses its formats", () => {
    const plain = readTemplate("<p>{{#paid}}x{{/paid}}</p>");
    const formatted = setSection(plain, section(plain, "paid"), { name: "paid | present" })?.html ?? "";
    expect(formatted).toBe("<p>{{#paid | present}}x{{/paid}}</p>");
    const template = readTemplate("<p>{{#paid | present}}x{{/paid | present}}</p>");
    expect(htmlOf(setSection(template, section(template, "paid | present"), { name: "paid" }))).toBe(
      "<p>{{#paid}}x{{/paid}}</p>",
    );
  });

  test.each(["a b", "x | upper 'a }} b'", "x |", "x | or '{{'", "#x", "x}", " x", "{x"])(
    "refuse %j as the text of a tag",
    (name) => {
      const tagged = readTemplate("<p>{{x}}{{#y}}{{/y}}</p>");
      expect(setVariable(tagged, variable(tagged, "x"), { name })).toBeUndefined();
      expect(setSection(tagged, section(tagged, "y"), { name })).toBeUndefined();
    },
  );
});

describe("the palette", () => {
  const data = { title: "t", rows: [{ itemName: "n", amount: "1,200.00", tags: ["a"] }], owner: { name: "o" } };
  const template = readTemplate(page);
  const atEnd = { where: "last", node: undefined } as const;
  const inCell = { where: "last", node: element(template, "td") } as const;

  test("names a value as the sections around its tag see it, and opens the sections that it needs", () => {
    expect(variableFor(template, atEnd, data, { path: ["owner", "name"] })).toBe("{{owner.name}}");
    expect(variableFor(template, inCell, data, { path: ["rows", "*", "amount"] })).toBe("{{amount}}");
    expect(variableFor(template, atEnd, data, { path: ["rows", "*", "amount"] })).toBe("{{#rows}}{{amount}}{{/rows}}");
    expect(variableFor(template, inCell, data, { path: ["rows", "*", "tags", "*"] })).toBe("{{#tags}}{{.}}{{/tags}}");
    expect(variableFor(template, inCell, data, { path: ["owner", "name"] })).toBe("{{owner.name}}");
    const hidden = { name: "outer", rows: [{ name: "inner" }] };
    expect(variableFor(template, inCell, hidden, { path: ["name"] })).toBeUndefined();
    const sorted = readTemplate("<ul>{{#rows | sort itemName}}<li>x</li>{{/rows}}</ul>");
    const gap = { where: "last", node: element(sorted, "li") } as const;
    expect(variableFor(sorted, gap, data, { path: ["rows", "*", "amount"], call: "number 2" })).toBe(
      "{{amount | number 2}}",
    );
  });

  test("makes a table with a header, and a row for each item", () => {
    const markup = tableFor(template, atEnd, data, ["rows"]);
    expect(markup).toMatch(
      /<td [^>]*overflow-wrap: anywhere; text-align: left">[^]*<td [^>]*nowrap; text-align: right">/,
    );
    expect(markup).toMatch(/<th [^>]*text-align: left">Item name<\/th>\n +<th [^>]*text-align: right">Amount<\/th>/);
    expect(markup).toMatch(/<tbody>\n {4}\{\{#rows\}\}\n {4}<tr>\n {6}<td [^>]*>\{\{itemName\}\}<\/td>/);
    const edit = insert(template, atEnd, markup ?? "");
    expect(readTemplate(edit?.html ?? "").mistakes).toEqual([]);
  });

  test.each([
    palette.heading(),
    palette.text(),
    palette.image(),
    palette.divider(),
    palette.pageBreak(),
    palette.columns(3),
    palette.table(),
  ])("inserts its markup into a page: %s", (markup) => {
    expect(insert(template, atEnd, markup)?.html).toContain(markup.split("\n")[0]);
  });

  test("makes headers and footers with page numbers, which are valid templates", () => {
    const markup = headerOrFooter({ text: "{{title}}" }, "nothing", "page of pages");
    expect(markup).toMatch(/\{\{title\}\}[^]*class="pageNumber"[^]*class="totalPages"/);
    expect(readTemplate(markup).mistakes).toEqual([]);
  });
});
