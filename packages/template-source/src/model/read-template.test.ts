import { describe, expect, test } from "@jest/globals";
import { samples } from "@platen/samples";
import fc from "fast-check";
import type { Range, Template, TemplateNode } from "./nodes.ts";
import { readTemplate } from "./read-template.ts";
import { oddTemplates, templateTexts } from "./test-templates.ts";

const templates = [...samples.map(({ html }) => html), ...oddTemplates];

/** Joins the source ranges of all nodes. */
function writtenBack(template: Template): string {
  const sourceOf = ({ start, end }: Range) => template.html.slice(start, end);
  const write = (node: TemplateNode): string => {
    if (node.kind !== "element" && node.kind !== "section") return sourceOf(node);
    return sourceOf(node.open) + node.children.map(write).join("") + (node.close ? sourceOf(node.close) : "");
  };
  return template.children.map(write).join("");
}

/** The nodes with a wrong range or a wrong id. */
function misplacedNodes({ html, nodes }: Template): string[] {
  return nodes.flatMap((node, index) => {
    const { id, kind, start, end, parent } = node;
    const isInParent = !parent || (start >= parent.open.end && end <= (parent.close?.start ?? parent.end));
    const isInOrder = id === index && start <= end && start >= (nodes[index - 1]?.start ?? 0);
    const hasItsTags =
      node.kind !== "element" ||
      (/^<[a-z][^]*>$/i.test(html.slice(node.open.start, node.open.end)) &&
        (!node.close || /^<\/[a-z][^]*>$/i.test(html.slice(node.close.start, node.close.end))));
    return isInParent && isInOrder && hasItsTags ? [] : [`${kind} ${start}-${end}`];
  });
}

describe("a parsed template", () => {
  test.each(templates.map((html) => [html.slice(0, 60), html]))(
    "covers its source byte for byte: %j",
    (_start, html) => {
      const template = readTemplate(html);
      expect(writtenBack(template)).toBe(html);
      expect(misplacedNodes(template)).toEqual([]);
    },
  );

  test("covers any source byte for byte", () => {
    fc.assert(
      fc.property(templateTexts, (html) => {
        const template = readTemplate(html);
        return writtenBack(template) === html && misplacedNodes(template).length === 0;
      }),
      { numRuns: 250 },
    );
  });

  test.each(samples.map(({ slug, html }) => [slug, html]))("has no mistakes in the sample %s", (_slug, html) => {
    const template = readTemplate(html);
    expect(template.mistakes).toEqual([]);
    const attributes = template.nodes.flatMap((node) => (node.kind === "element" ? node.attributes : []));
    const conditional = attributes.filter(({ isConditional }) => isConditional).length;
    const sections = template.tags
      .filter(({ kind }) => kind === "section" || kind === "inverted")
      .filter((tag) => !attributes.some(({ start, end }) => start < tag.start && tag.start < end)).length;
    expect(template.nodes.filter(({ kind }) => kind === "section")).toHaveLength(sections - conditional);
  });

  test("nests sections and elements as in the source, in tables too", () => {
    expect(outline("<table>{{#rows}}<tr>{{#cells}}<td>{{.}}</td>{{/cells}}</tr>{{/rows}}</table>")).toBe(
      "table(#rows(tr(#cells(td({.})))))",
    );
  });

  test("ends an element without an end tag together with the section around it", () => {
    expect(outline("<ul>{{#a}}<li>{{b}}{{/a}}</ul>")).toBe("ul(#a(li({b})))");
    expect(outline("<ul><li>a{{#m}}<li>b{{/m}}</ul>")).toBe("ul(li(a)#m(li(b)))");
    expect(outline("<table><tr><td>a<td>{{x}}{{#r}}<tr><td>c{{/r}}</table>")).toBe(
      "table(tr(td(a)td({x}))#r(tr(td(c))))",
    );
  });

  test("reports a section that cuts through elements, and leaves it to the Code view", () => {
    const template = readTemplate("{{#a}}<div>{{/a}}x{{#a}}</div>{{/a}}");
    expect(template.nodes.some(({ kind }) => kind === "section")).toBe(false);
    expect(template.mistakes.map(({ message }) => message)).toContainEqual(expect.stringContaining('"a"'));
  });

  test("has each attribute with its source value, and whether it depends on a section", () => {
    const html = `<p id=a{{b}}c title='{{#x}}"{{/x}}' {{#y}}class="z"{{/y}} hidden>`;
    const [element] = readTemplate(html).nodes;
    if (element?.kind !== "element") throw new Error("The template has no element.");
    const attributes = element.attributes.map(({ name, value, quote, isConditional }) => [
      name,
      value && html.slice(value.start, value.end),
      quote,
      isConditional,
    ]);
    expect(attributes).toEqual([
      ["id", "a{{b}}c", "", false],
      ["title", '{{#x}}"{{/x}}', "'", false],
      ["class", "z", '"', true],
      ["hidden", undefined, "", false],
    ]);
  });

  test.each([
    ["<p>{{x", 3, /never closed/],
    ["{{#a}}x", 0, /never closed/],
    ["x{{/a}}", 1, /not opened/],
    ["<b>x</i></b>", 4, /closes nothing/],
    ["<table><div></div></table>", 7, /cannot stand/],
    ["<table>text</table>", 7, /cell/],
  ])("reports the position of the mistake in %j", (html, offset, message) => {
    expect(readTemplate(html).mistakes).toContainEqual({ offset, message: expect.stringMatching(message) });
  });

  test("parsing time grows linearly, up to 400 KB", () => {
    const invoice = samples.find(({ slug }) => slug === "invoice")?.html ?? "";
    const body = invoice.slice(invoice.indexOf("<body>") + "<body>".length, invoice.indexOf("</body>"));
    const ofLength = (bytes: number) => invoice.replace(body, () => body.repeat(Math.ceil(bytes / body.length)));
    /** CPU time in milliseconds, which does not depend on other processes. */
    const timeFor = (html: string) => {
      const before = process.cpuUsage();
      readTemplate(html);
      return process.cpuUsage(before).user / 1_000;
    };
    const [short, long] = [ofLength(50_000), ofLength(400_000)];
    expect(long.length).toBeGreaterThan(400_000);
    // The shortest of several runs, because garbage collection slows down some of them.
    const times = Array.from({ length: 4 }, () => ({ short: timeFor(short), long: timeFor(long) }));
    // The text is eight times as long. A quadratic parser takes some fifty times as much.
    expect(Math.min(...times.map((pair) => pair.long))).toBeLessThan(20 * Math.min(...times.map((pair) => pair.short)));
  });

  test("may have deeper nesting and more siblings than the call stack allows", () => {
    expect(readTemplate("<div>".repeat(15_000)).nodes).toHaveLength(15_000);
    expect(readTemplate("{{#a}}".repeat(15_000) + "{{/a}}".repeat(15_000)).nodes).toHaveLength(15_000);
    expect(readTemplate("<p>".repeat(200_000)).children).toHaveLength(200_000);
  });
});

/** The names of the nodes, with children in brackets and without white space. */
function outline(html: string): string {
  const write = (node: TemplateNode): string => {
    if (node.kind === "text") return html.slice(node.start, node.end).trim();
    if (node.kind === "variable") return `{${node.name}}`;
    if (node.kind === "snippet") return `>${node.name}`;
    if (node.kind === "opaque") return `!${node.what}`;
    return `${node.kind === "section" ? "#" : ""}${node.name}(${node.children.map(write).join("")})`;
  };
  return readTemplate(html).children.map(write).join("");
}
