import { nameOf, parseMessage, TYPE } from "./parse-message.ts";

type PluralCase = { name: string; text: string; nameStart: number; bodyStart: number; bodyEnd: number };

/** A text with one plural, such as `Due in {days, plural, one {# day} other {# days}}.`, and its parts. */
export type PluralText = {
  source: string;
  /** The text in front of the plural and behind it, which all numbers share. */
  before: string;
  after: string;
  path: string;
  type: Intl.PluralRuleType;
  offset: number;
  cases: readonly PluralCase[];
};

/** The words for one kind of number: a whole sentence. */
export type PluralField = {
  /** `one`, `few` …, or an exact number such as `=0`. */
  name: string;
  text: string;
  /** Numbers that the field serves, in the language. */
  examples: readonly string[];
  /** Whether the language has such numbers. */
  isUsed: boolean;
};

/** Words for each kind of number by its name. An empty text means that there are no words. */
export type PluralWords = Readonly<Record<string, string>>;

/** Reads a text that has one plural at its top; undefined for all others, which are edited as text. */
export function readPlural(source: string): PluralText | undefined {
  const elements = parseMessage(source);
  const plurals = elements?.filter(({ type }) => type === TYPE.plural) ?? [];
  const [plural] = plurals;
  if (plurals.length !== 1 || plural?.type !== TYPE.plural || !plural.location) return undefined;
  const before = source.slice(0, plural.location.start.offset);
  const after = source.slice(plural.location.end.offset);
  // Inside a case, # would mean the number.
  if (before.includes("#") || after.includes("#")) return undefined;
  const cases = Object.entries(plural.options).map(([name, { location }]): PluralCase => {
    const [start, end] = [location?.start.offset ?? 0, location?.end.offset ?? 0];
    const text = source.slice(start + 1, end - 1);
    return { name, text, nameStart: source.lastIndexOf(name, start - 1), bodyStart: start + 1, bodyEnd: end - 1 };
  });
  // Joined with the text behind it, a last apostrophe could begin a quotation.
  if (after !== "" && cases.some(({ text }) => text.endsWith("'"))) return undefined;
  return {
    source,
    before,
    after,
    path: nameOf(plural),
    type: plural.pluralType ?? "cardinal",
    offset: plural.offset,
    cases,
  };
}

const order: readonly string[] = ["zero", "one", "two", "few", "many", "other"];

/** The kinds of number of a language, each with numbers that documents have most often. */
type Kinds = ReadonlyMap<string, readonly string[]>;

const known = new Map<string, Kinds>();
const usual = [...Array.from({ length: 201 }, (_, number) => number), 0.5, 1.5, 1_000_000];

function kindsOf(locale: string, type: Intl.PluralRuleType): Kinds {
  const id = `${locale} ${type}`;
  const found = known.get(id);
  if (found) return found;
  const rules = new Intl.PluralRules(locale, { type });
  const names = new Set<string>(rules.resolvedOptions().pluralCategories);
  const kinds = new Map(
    order
      .filter((name) => names.has(name))
      .map((name) => [
        name,
        usual
          .filter((number) => rules.select(number) === name)
          .slice(0, 3)
          .map(String),
      ]),
  );
  known.set(id, kinds);
  return kinds;
}

/** One field for each kind of number that the language has, and for each that the text has besides. */
export function pluralFields(plural: PluralText, locale: string): PluralField[] {
  const kinds = kindsOf(locale, plural.type);
  const texts = new Map(plural.cases.map(({ name, text }) => [name, `${plural.before}${text}${plural.after}`]));
  const exact = [...texts.keys()].filter((name) => name.startsWith("="));
  const unused = order.filter((name) => texts.has(name) && !kinds.has(name));
  return [...exact, ...kinds.keys(), ...unused].map((name) => ({
    name,
    text: texts.get(name) ?? "",
    examples: name.startsWith("=") ? [name.slice(1)] : (kinds.get(name) ?? []),
    isUsed: name.startsWith("=") || kinds.has(name),
  }));
}

/** The plural of a text that is not translated yet: that of the default language without its words. */
export function emptyPlural({ path, type, offset, cases }: PluralText): PluralText {
  const exact = cases.filter(({ name }) => name.startsWith("=")).map((each) => ({ ...each, text: "" }));
  return { source: "", before: "", after: "", path, type, offset, cases: exact };
}

/** Changes cases where they stand, so that all other characters of the text stay as they are. */
function spliced(plural: PluralText, bodies: ReadonlyMap<string, string>): string {
  let text = plural.source;
  const other = plural.cases.find(({ name }) => name === "other");
  const added = [...bodies].filter(([name, body]) => body !== "" && !plural.cases.some((one) => one.name === name));
  const changes = plural.cases.flatMap(({ name, text: old, nameStart, bodyStart, bodyEnd }) => {
    const body = bodies.get(name) ?? old;
    if (body === old) return [];
    if (body === "" && name !== "other") {
      const gap = /^\s*/.exec(plural.source.slice(bodyEnd + 1))?.[0].length ?? 0;
      return [{ start: nameStart, end: bodyEnd + 1 + gap, text: "" }];
    }
    return [{ start: bodyStart, end: bodyEnd, text: body }];
  });
  if (other && added.length > 0) {
    const words = added.map(([name, body]) => `${name} {${body}} `).join("");
    changes.push({ start: other.nameStart, end: other.nameStart, text: words });
  }
  for (const { start, end, text: replacement } of changes.toSorted((one, two) => two.start - one.start)) {
    text = text.slice(0, start) + replacement + text.slice(end);
  }
  return text;
}

/**
 * The text with these words. The same words result in the same text, byte for byte. All-empty words result in an empty
 * text. Words that no longer share the text around the plural are moved into its cases.
 */
export function writePlural(plural: PluralText, words: PluralWords): string {
  const { before, after, path, type, offset, cases } = plural;
  const given = Object.entries(words);
  if (given.every(([, text]) => text === "")) return "";
  const around = before.length + after.length;
  const isShared = given.every(
    ([, text]) => text === "" || (text.length >= around && text.startsWith(before) && text.endsWith(after)),
  );
  if (isShared && cases.some(({ name }) => name === "other")) {
    const bodies = given.map(([name, text]) => [
      name,
      text === "" ? "" : text.slice(before.length, text.length - after.length),
    ]);
    return spliced(plural, new Map(bodies.map(([name = "", body = ""]) => [name, body])));
  }
  const kept = given.filter(([, text]) => text !== "").map(([name, text]) => `${name} {${text}}`);
  const kind = type === "ordinal" ? "selectordinal" : "plural";
  return `{${path}, ${kind}, ${offset === 0 ? "" : `offset:${offset} `}${kept.join(" ")}}`;
}
