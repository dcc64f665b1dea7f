import { createFinder } from "../find-next.ts";
import type { StatementTag } from "./list-statement-tags.ts";
import { jinjaOfPhp, loopOfPhp } from "./read-php.ts";

/** Directives of Blade that take no arguments where they stand alone. */
const bare =
  "else|empty|csrf|break|continue|default|auth|guest|once|verbatim|show|stop|parent|endif|endforeach|endforelse|endfor|endwhile|endunless|endisset|endempty|endswitch|endsection|endauth|endguest|endcan|endpush|endonce|enderror|endverbatim|endcomponent|endslot|endenv|endproduction|production|php";
const calls =
  "if|elseif|foreach|forelse|for|while|unless|isset|empty|switch|case|include|includeIf|includeWhen|extends|section|yield|can|push|stack|error|component|slot|env|lang|json|class|style|method|auth|guest|php";
const directive = new RegExp(`(?<![\\w@])@(?:(?:${calls})\\s*\\(|(?:${bare})\\b(?!\\s*\\())`, "y");
/** What may begin a tag. */
const beginning = /@\w|\{\{|\{!!/g;

/** A longer text is no tag. */
const longest = 10_000;
/** Longer arguments are no call, so that many that are never closed take no time each. */
const longestArguments = 1_000;

/** A directive of Blade at an offset: its word, its arguments and its end. */
export type Directive = { word: string; args: string | undefined; end: number };

export function readDirective(source: string, start: number): Directive | undefined {
  directive.lastIndex = start;
  const found = directive.exec(source)?.[0];
  if (found === undefined) return undefined;
  const word = found.slice(1).replace(/\s*\($/, "");
  if (!found.endsWith("(")) return { word, args: undefined, end: start + found.length };
  let depth = 1;
  let quote = "";
  const from = start + found.length;
  for (let at = from; at < source.length && at < from + longestArguments; at += 1) {
    const character = source.charAt(at);
    if (quote !== "") {
      if (character === quote) quote = "";
    } else if (character === "'" || character === '"') quote = character;
    else if (character === "(") depth += 1;
    else if (character === ")") depth -= 1;
    if (depth === 0) return { word, args: source.slice(from, at), end: at + 1 };
  }
  return undefined;
}

/** Lists the tags of Blade as those of Jinja with the same meaning. */
export function listBladeTags(source: string): StatementTag[] {
  const find = createFinder(source);
  const tags: StatementTag[] = [];
  const isUsed = (variable: string) => {
    const uses = source.split(new RegExp(`\\$${variable}\\b`), 3);
    return uses.length > 2;
  };
  let position = 0;
  for (const { index: start } of source.matchAll(beginning)) {
    if (start < position) continue;
    const tag = source.startsWith("@", start)
      ? statementAt(source, start, find, isUsed)
      : outputAt(source, start, find);
    if (!tag) continue;
    tags.push({ ...tag, start, trimsBefore: false, trimsAfter: false });
    position = tag.end;
  }
  return tags;
}

type FoundTag = Pick<StatementTag, "kind" | "text" | "end">;
type Find = ReturnType<typeof createFinder>;

function outputAt(source: string, start: number, find: Find): FoundTag | undefined {
  const isComment = source.startsWith("{{--", start);
  const isRaw = source.startsWith("{!!", start);
  const mark = isComment ? "--}}" : isRaw ? "!!}" : "}}";
  const from = start + (isComment ? 4 : isRaw ? 3 : 2);
  const closed = find(mark, from);
  if (closed === -1 || closed - from > longest) return undefined;
  const inner = source.slice(from, closed).trim();
  const end = closed + mark.length;
  if (isComment) return { kind: "comment", text: inner, end };
  const value = jinjaOfPhp(inner);
  const isSimple = !/ (?:if|~|[-+*/]) /.test(value);
  return { kind: "output", text: isRaw ? (isSimple ? `${value}|raw` : "php()") : value, end };
}

function statementAt(
  source: string,
  start: number,
  find: Find,
  isUsed: (variable: string) => boolean,
): FoundTag | undefined {
  if (source.startsWith("@{{", start)) return undefined;
  const found = readDirective(source, start);
  if (!found) return undefined;
  const { word, args, end } = found;
  if (word === "php" && args === undefined) {
    const closed = find("@endphp", end);
    return { kind: "statement", text: "php", end: closed === -1 ? end : closed + "@endphp".length };
  }
  return { kind: "statement", text: textOf(word, args, isUsed), end };
}

/** Words of Blade, and those of Jinja and Liquid for the same. */
const otherWords: Readonly<Record<string, string>> = {
  endforeach: "endfor",
  endforelse: "endfor",
  endisset: "endif",
  endempty: "endif",
  empty: "else",
};

function textOf(word: string, args: string | undefined, isUsed: (variable: string) => boolean): string {
  if (args === undefined) return otherWords[word] ?? word;
  if (word === "foreach" || word === "forelse") return loopOfPhp(args, isUsed);
  if (word === "if" || word === "unless") return `${word} ${jinjaOfPhp(args)}`;
  if (word === "elseif") return `elif ${jinjaOfPhp(args)}`;
  if (word === "isset") return `if ${jinjaOfPhp(`isset(${args})`)}`;
  if (word === "empty") return `if ${jinjaOfPhp(`empty(${args})`)}`;
  if (word === "include") return `include ${args.trim()}`;
  // A section with its text as an argument has no end.
  if (word === "section" && args.includes(",")) return "yield php()";
  return `${word} php()`;
}
