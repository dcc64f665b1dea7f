import { builtins, createEvaluator, signatureOf } from "@platen/formats";
import { closesSection, isExpression, listTags, subjectText } from "@platen/mustache";
import { enterSection, lookUp, startScopes, type ScopeValue, type Scopes } from "../data/data-scope.ts";
import {
  fieldsOf,
  fittingFormats,
  infoOf,
  isObject,
  readWritten,
  resultsOf,
  type TagUse,
  typesOf,
  type WrittenCall,
} from "@platen/template-source";

/** A name to offer in a tag. */
export type NameOption = {
  label: string;
  /** Its value, or its number of items. */
  detail: string;
  /** How many scopes outwards it is found; nearer names come first. */
  distance: number;
  /** What it does, for a format and a name of Platen. */
  info?: string;
};

export type MustacheCompletion = {
  /** The offset where the typed name starts. */
  from: number;
  /** The character before the name in the tag: `#`, `/`, `|` or nothing. */
  sigil: string;
  options: NameOption[];
};

const deepest = 4;
const mostItems = 50;

function openSections(text: string): { name: string; isInverted: boolean }[] {
  const open: { name: string; isInverted: boolean }[] = [];
  for (const { kind, name } of listTags(text)) {
    if (kind === "section" || kind === "inverted") open.push({ name, isInverted: kind === "inverted" });
    else if (kind === "close") {
      const section = open.at(-1);
      if (section && closesSection(name, section.name)) open.pop();
    }
  }
  return open;
}

function describe(value: unknown): string {
  if (Array.isArray(value)) return value.length === 1 ? "1 item" : `${value.length} items`;
  if (isObject(value)) return "object";
  const text = String(value);
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}

function collect(
  scopeValue: ScopeValue,
  prefix: string,
  distance: number,
  depth: number,
  options: Map<string, NameOption>,
): void {
  if (!isObject(scopeValue.value)) return;
  for (const [name, value] of Object.entries(scopeValue.value)) {
    // A tag cannot name a key that contains a dot.
    if (name === "" || name.includes(".")) continue;
    const label = `${prefix}${name}`;
    if (!options.has(label)) options.set(label, { label, detail: describe(value), distance });
    if (depth < deepest) collect({ value, path: "" }, `${label}.`, distance, depth + 1, options);
  }
}

function namesIn(scopes: Scopes): NameOption[] {
  const options = new Map<string, NameOption>();
  for (const [distance, scope] of scopes.toReversed().entries()) {
    for (const scopeValue of scope.slice(0, mostItems)) collect(scopeValue, "", distance, 1, options);
  }
  const inner = scopes.length > 1 ? scopes.at(-1)?.[0] : undefined;
  const isItem = inner && !isObject(inner.value) && !Array.isArray(inner.value);
  return [...(isItem ? [{ label: ".", detail: describe(inner.value), distance: 0 }] : []), ...options.values()];
}

const builtinOptions: NameOption[] = builtins.map(({ name, description }) => ({
  label: `@${name}`,
  detail: "from Platen",
  distance: 0,
  info: description,
}));

const evaluator = () => createEvaluator({ locale: "en", timeZone: "UTC" });

/** The value of an expression where names mean what the scopes say; undefined for one with a mistake. */
function valueOf(text: string, scopes: Scopes): unknown {
  const written = readWritten(text);
  const lookUpFirst = (name: string) => lookUp(scopes, name)?.find(({ value }) => value !== null)?.value;
  if (!written) return undefined;
  return resultsOf(written, { lookUp: lookUpFirst, pathOf: String, loop: undefined }, evaluator(), "section").at(-1)
    ?.value;
}

/** The scopes inside a section. A condition adds none; a list with formats adds the items that the formats give. */
function enter(outer: Scopes, { name, isInverted }: { name: string; isInverted: boolean }): Scopes {
  if (isInverted) return outer;
  if (!isExpression(name)) return enterSection(outer, name) ?? outer;
  const value = valueOf(name, outer);
  const items: readonly unknown[] = Array.isArray(value) ? value.slice(0, mostItems) : [value];
  const inside = items.filter((item) => item !== undefined && item !== null && typeof item !== "boolean");
  return inside.length === 0 ? outer : [...outer, inside.map((item) => ({ value: item, path: "" }))];
}

function formatOptionsFor(head: string, scopes: Scopes, use: TagUse): NameOption[] {
  return fittingFormats(typesOf(valueOf(head, scopes)), use).map((format, index) => ({
    label: format.name,
    detail: signatureOf(format).slice(format.name.length).trim(),
    distance: index / 10,
    info: infoOf(format),
  }));
}

/** Options after the name of a format: its words, the fields of the items, arguments with names, and names of the data. */
function argumentOptions(call: WrittenCall, head: string, named: string | undefined, scopes: Scopes): NameOption[] {
  const { format } = call;
  if (!format) return [];
  const parameters = format.parameters.filter(({ name }) => named === undefined || name === named);
  const words = parameters.flatMap(({ words = [], name }) =>
    words.map((label, index) => ({ label, detail: name, distance: index / 10, info: infoOf(format) })),
  );
  const fields = parameters.some(({ isField }) => isField)
    ? fieldsOf(valueOf(head, scopes)).map((label) => ({ label, detail: "field", distance: 0 }))
    : [];
  const currencies = parameters.some(({ isCurrency }) => isCurrency)
    ? Intl.supportedValuesOf("currency").map((label) => ({ label, detail: "currency", distance: 2 }))
    : [];
  const names = named === undefined ? parameters.filter(({ isNamed }) => isNamed) : [];
  const open = names.map(({ name, words: among }) => ({
    label: `${name}=`,
    detail: among?.join(", ") ?? "",
    distance: 1,
    info: infoOf(format),
  }));
  const takesData = parameters.some(({ isField, words: among, check }) => !isField && (!among || check));
  const data = takesData ? namesIn(scopes).map((option) => ({ ...option, distance: option.distance + 3 })) : [];
  return [...words, ...fields, ...open, ...currencies, ...data];
}

/** Splits the text of a tag at its last pipe outside quotes; undefined without one, or inside quotes. */
function atLastPipe(text: string): { head: string; tail: string } | undefined {
  let quote = "";
  let pipe = -1;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (quote !== "") quote = character === quote ? "" : quote;
    else if (character === "'" || character === '"') quote = character;
    else if (character === "|") pipe = at;
  }
  if (quote !== "" || pipe === -1) return undefined;
  return { head: text.slice(0, pipe).trimEnd(), tail: text.slice(pipe + 1).trimStart() };
}

/** Completes after a pipe: a format, or an argument of the format. */
function completeFormat(text: string, offset: number, sigil: string, scopes: Scopes): MustacheCompletion | undefined {
  const parts = atLastPipe(text);
  if (!parts) return undefined;
  const { head, tail } = parts;
  if (!/\s/.test(tail)) {
    const options = formatOptionsFor(head, scopes, sigil === "#" || sigil === "^" ? "section" : "value");
    return { from: offset - tail.length, sigil: "|", options };
  }
  const typed = /(?:(?<named>[^\s'"=]+)=)?(?<value>[^\s'"=]*)$/.exec(tail)?.groups;
  if (!typed) return undefined;
  const { named, value = "" } = typed;
  const call = readWritten(`${head} | ${/^\S+/.exec(tail)?.[0] ?? ""}`)?.calls.at(-1);
  const options = call ? argumentOptions(call, head, named, scopes) : [];
  return options.length === 0 ? undefined : { from: offset - value.length, sigil: "|", options };
}

/** The longest tag that is completed. */
const longestTag = 1_000;

/** Completes the name, the format or the argument at an offset of a template; undefined outside a tag. */
export function completeMustache(
  text: string,
  offset: number,
  data: Record<string, unknown>,
): MustacheCompletion | undefined {
  const before = text.slice(0, offset);
  const tag = /\{\{(?<sigil>[{#^/&]?)\s*(?<content>[^{}]*)$/.exec(before.slice(-longestTag));
  if (!tag?.groups) return undefined;
  const { sigil = "", content = "" } = tag.groups;
  const isPlain = /^[^\s#^/&!=>|'"]*$/.test(content);
  if (!isPlain && !content.includes("|")) return undefined;
  const open = openSections(before.slice(0, offset - tag[0].length));
  const from = offset - content.length;
  if (sigil === "/") {
    const options = open
      .toReversed()
      .map((section, distance) => ({ label: subjectText(section.name), detail: "section", distance }));
    return isPlain ? { from, sigil, options } : undefined;
  }
  if (/^[#^/&!=>]/.test(content)) return undefined;
  const scopes = open.reduce<Scopes>(enter, startScopes(data));
  if (!isPlain) return completeFormat(content, offset, sigil, scopes);
  return { from, sigil, options: content.startsWith("@") ? builtinOptions : namesIn(scopes) };
}
