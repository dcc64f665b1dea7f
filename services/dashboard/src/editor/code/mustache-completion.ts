import { builtins, formats, signatureOf } from "@platen/formats";
import { closesSection, listTags, subjectText } from "@platen/mustache";
import { enterSection, startScopes, type ScopeValue, type Scopes } from "../data/data-scope.ts";
import { isObject } from "../draft/parse-object.ts";

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

const formatOptions: NameOption[] = formats.map((format) => ({
  label: format.name,
  detail: signatureOf(format).slice(format.name.length).trim(),
  distance: 0,
  info: format.description,
}));

const builtinOptions: NameOption[] = builtins.map(({ name, description }) => ({
  label: `@${name}`,
  detail: "from Platen",
  distance: 0,
  info: description,
}));

/** Completes the name or the format at an offset of a template; undefined outside a tag. */
export function completeMustache(
  text: string,
  offset: number,
  data: Record<string, unknown>,
): MustacheCompletion | undefined {
  const before = text.slice(0, offset);
  const format = /\{\{[^{}]*\|\s*(?<name>[^\s{}|'"]*)$/.exec(before.slice(-400));
  if (format?.groups)
    return { from: offset - (format.groups["name"] ?? "").length, sigil: "|", options: formatOptions };
  const tag = /\{\{(?<sigil>[{#^/&]?)\s*(?<name>[^\s{}#^/&!=>]*)$/.exec(before.slice(-400));
  if (!tag?.groups) return undefined;
  const { sigil = "", name = "" } = tag.groups;
  const from = offset - name.length;
  const open = openSections(before.slice(0, offset - tag[0].length));
  if (sigil === "/") {
    const options = open
      .toReversed()
      .map((section, distance) => ({ label: subjectText(section.name), detail: "section", distance }));
    return { from, sigil, options };
  }
  const scopes = open.reduce<Scopes>(
    (outer, section) => (section.isInverted ? outer : (enterSection(outer, subjectText(section.name)) ?? outer)),
    startScopes(data),
  );
  return { from, sigil, options: name.startsWith("@") ? builtinOptions : namesIn(scopes) };
}
