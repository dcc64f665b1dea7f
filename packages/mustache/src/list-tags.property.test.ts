import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { listTags } from "./list-tags.ts";
import { parseMustache, type Part } from "./parse-mustache.ts";

const pieces = fc.constantFrom(
  "x",
  "\n",
  "  ",
  "{{a}}",
  "{{ b.c }}",
  "{{{a}}}",
  "{{& a }}",
  "{{! note }}",
  "{{#a}}",
  "{{/a}}",
  "{{^ b }}",
  "{{/b}}",
  "{{=<% %>=}}",
  "<%={{ }}=%>",
  "<%a%>",
  "<%{a}%>",
);
const texts = fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join(""));

/** The values and sections of a parsed text as a flat list: the tags that print. */
function printingTags(parts: readonly Part[]): string[] {
  return parts.flatMap((part) => {
    if (part.kind === "value") return [`${part.escaped ? "variable" : "raw"} ${part.name} ${part.start}-${part.end}`];
    if (part.kind !== "section") return [];
    const opening = `${part.inverted ? "inverted" : "section"} ${part.name} ${part.start}-${part.contentStart}`;
    return [opening, ...printingTags(part.parts), `close ${part.name} ${part.contentEnd}`];
  });
}

function parsed(source: string): Part[] | undefined {
  try {
    return parseMustache(source);
  } catch {
    return undefined;
  }
}

test("the listed tags are the parsed tags, at the same positions", () => {
  let compared = 0;
  fc.assert(
    fc.property(texts, (source) => {
      const parts = parsed(source);
      if (!parts) return;
      const listed = listTags(source).flatMap(({ kind, name, start, end }) => {
        if (kind === "comment" || kind === "delimiters") return [];
        return [kind === "close" ? `close ${name} ${start}` : `${kind} ${name} ${start}-${end}`];
      });
      if (listed.length > 0) compared += 1;
      expect(listed).toEqual(printingTags(parts));
    }),
    { numRuns: 2_000 },
  );
  expect(compared).toBeGreaterThan(200);
});

test("every parsed text equals the source at its position", () => {
  const check = (parts: readonly Part[], source: string): void => {
    for (const part of parts) {
      if (part.kind === "text") expect(source.slice(part.start, part.start + part.text.length)).toBe(part.text);
      if (part.kind === "section") check(part.parts, source);
    }
  };
  fc.assert(
    fc.property(texts, (source) => {
      check(parsed(source) ?? [], source);
    }),
    { numRuns: 2_000 },
  );
});

test.each(["{{a}} {{b", "{{a}}{{=x=}}{{c}}"])("tags after a broken tag are not listed: %s", (source) => {
  expect(listTags(source).map(({ name }) => name)).toEqual(["a"]);
});
