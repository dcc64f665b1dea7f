import { insteadOfHelper, readHelper } from "./foreign-helper.ts";
import { mustacheName } from "./foreign-path.ts";
import { insteadOfCall } from "./foreign-call.ts";

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
  if (word === "case")
    return `write a section for each value: {{# ${mustacheName(statement.slice(4).trim()) ?? "status"} | is 'a' }} … {{/${mustacheName(statement.slice(4).trim()) ?? "status"}}}.`;
  if (word === "when") return "write a section for each value: {{# status | is 'a' }} … {{/status}}.";
  if (word.startsWith("end")) return "close a section {{#a}} or {{^a}} with {{/a}}.";
  if (word.startsWith("el")) return "write {{/a}}{{^a}} in a section {{#a}} … {{/a}}.";
  if (word === "assign" || word === "set") return insteadOfAssignment(statement);
  if (word === "capture") return "write the text where it is needed, or send it in the data.";
  if (word === "block") return `write {{$ ${nameIn(statement) ?? "body"} }} … {{/ ${nameIn(statement) ?? "body"} }}.`;
  const snippet = nameIn(statement) ?? "letter";
  if (word === "extends") return `write a layout: {{< ${snippet} }}{{$ body }} … {{/ body }}{{/ ${snippet} }}.`;
  if (word === "include" || word === "render") return `write {{> ${snippet} }}, with a snippet of the project.`;
  return "replace the tag by the text it stands for.";
}

/** The name that a statement has after its word, without folders and the ending of a file. */
function nameIn(statement: string): string | undefined {
  return /^[a-z]+\s+["']?(?:[\w.-]+\/)*([a-z0-9][a-z0-9_-]*)/.exec(statement)?.[1];
}

/** `{{# price | times quantity | as amount }}` for `assign amount = price | times: quantity`. */
function insteadOfAssignment(statement: string): string {
  const [, name = "total", value = ""] = /^[a-z]+\s+([\w-]+)\s*=\s*(\S.*)$/s.exec(statement) ?? [];
  const [subject = "", ...rest] = value.split("|").map((part) => part.trim());
  const formats = rest.map((part) =>
    insteadOfCall(
      part
        .replace(/^(\w+)\s*[:(]?/, "$1 ")
        .replace(/\)$/, "")
        .trim(),
    ),
  );
  const from = mustacheName(subject);
  if (from === undefined || from === name || /^\d/.test(from) || formats.includes(undefined)) {
    return "name a result: {{# lines | sum price times=quantity | as total }} … {{ total }} … {{/lines}}.";
  }
  return `name the result: {{# ${[from, ...formats, `as ${name}`].join(" | ")} }} … {{ ${name} }} … {{/${from}}}.`;
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
