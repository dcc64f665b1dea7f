import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { rules, rulesBySection } from "./interface-rules.ts";

const onOneLine = (text: string) => text.replaceAll(/\s+/g, " ").trim();

const specification = readFileSync(join(import.meta.dirname, "../docs/interface-specification.md"), "utf8");
/** The sections' texts by their headings, without the introduction and the notes. */
const sections = new Map(
  specification
    .split(/^#+ /m)
    .slice(2)
    .map((section) => {
      const [heading = "", ...lines] = section.split("\n");
      return [heading, lines.filter((line) => !line.startsWith(">")).join("\n")] as const;
    }),
);

/** The sentences of a section: in paragraphs, items of lists and cells of tables. */
function sentencesOf(section: string): string[] {
  const blocks = section.split(/\n\n|\n(?= *(?:[-|]|\d+\.) )/);
  const texts = blocks.flatMap((block) => (block.startsWith("|") ? block.split("|") : [block]));
  return texts
    .map((text) => onOneLine(text).replace(/^(?:-|\d+\.) /, ""))
    .flatMap((text) => text.split(/(?<=\.) (?=[A-Z`])/))
    .filter((sentence) => sentence.endsWith("."));
}

test("the specification states each rule in its section, word for word", () => {
  const missing = Object.entries(rulesBySection).flatMap(([heading, sentences]) => {
    const section = onOneLine(sections.get(heading) ?? "");
    return sentences.filter((sentence) => !section.includes(sentence));
  });
  expect(missing).toEqual([]);
});

test("each sentence of the specification is a rule", () => {
  const sentences = [...sections.values()].flatMap(sentencesOf);
  expect(sentences.length).toBeGreaterThan(40);
  const known = new Set<string>(rules);
  expect(sentences.filter((sentence) => !known.has(sentence))).toEqual([]);
});
