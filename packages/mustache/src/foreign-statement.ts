import { insteadOfHelper, readHelper } from "./foreign-helper.ts";

/** Longer statements get no advice. */
const longest = 300;

const words = new Set(
  (
    "if elsif elif else endif unless endunless for endfor case when endcase set assign capture endcapture " +
    "include render block endblock extends macro endmacro import cycle"
  ).split(" "),
);

export type ForeignStatement = { offset: number; tag: string; message: string };

function explain(word: string, statement: string): string {
  const helper = readHelper(statement);
  if (helper) return insteadOfHelper(helper);
  if (word === "case" || word === "when") return insteadOfHelper({ word: "if", subject: undefined });
  if (word.startsWith("end")) return "close a section {{#a}} or {{^a}} with {{/a}}.";
  if (word.startsWith("el")) return "write {{/a}}{{^a}} in a section {{#a}} … {{/a}}.";
  if (word === "assign" || word === "set" || word === "capture") return "send the value in the data.";
  return "replace the tag by the text it stands for.";
}

/** Finds statements of Liquid, Jinja and Twig such as `{% if a %}`, which Mustache prints unchanged. */
export function* findForeignStatements(text: string): Generator<ForeignStatement> {
  for (let at = text.indexOf("{%"); at !== -1; at = text.indexOf("{%", at + 2)) {
    const start = text.slice(at + 2, at + 2 + longest);
    const end = start.indexOf("%}");
    if (end === -1) continue;
    const statement = start
      .slice(0, end)
      .replace(/^[-~+]/, "")
      .replace(/[-~+]$/, "")
      .trim();
    const word = /^[a-z]+/.exec(statement)?.[0] ?? "";
    if (!words.has(word)) continue;
    const message = `Mustache has no {% ${word} %}: ${explain(word, statement)}`;
    yield { offset: at, tag: text.slice(at, at + 2 + end + 2), message };
  }
}
