import { z } from "zod";
import { renderedAs } from "./fields.ts";
import { pseudoLocale } from "./pseudo-locale.ts";

/** The texts of one language by their keys, such as `invoice.due`. */
export type Texts = Record<string, string>;

/** Texts by language. */
export type TranslationTable = Record<string, Texts>;

/** A fault of a table that a request gives, and its place in the table. */
export type TableFault = { path: string[]; message: string };

export const tableLimits = {
  /** Languages of a table. */
  languages: 50,
  /** Different keys of a table, over all its languages. */
  keys: 5_000,
  /** Texts of a project's table, over all its languages. */
  projectTexts: 50_000,
  /** The same of a template's own table. */
  templateTexts: 20_000,
  /** Characters of a text. */
  textLength: 10_000,
  /** Characters of a key. */
  keyLength: 200,
  /** Steps of a key. */
  depth: 8,
  /** Characters of a project's table: keys and texts of all languages. */
  projectLength: 1_000_000,
  /** The same of a template's own table. */
  templateLength: 300_000,
} as const;

const keyStep = /^[\p{L}\p{N}][\p{L}\p{N}_-]{0,63}$/u;
const keyAdvice = `must consist of at most ${tableLimits.depth} names joined by dots, each of letters, digits, - and _, at most ${tableLimits.keyLength} characters in total`;
// XML cannot hold these characters, so that an export would lose them.
const unwanted = /[^\P{Cc}\t\n]|[\uFFFE\uFFFF]/u;

/** The canonical form of a language of a table; undefined for another text. */
export function tableLanguage(text: string): string | undefined {
  if (text.length < 2 || text.length > 35) return undefined;
  try {
    const [canonical] = Intl.getCanonicalLocales(text);
    return canonical === pseudoLocale ? undefined : canonical;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Says what is wrong with a key; undefined for a good one. */
export function keyFault(key: string): string | undefined {
  if (key.length > tableLimits.keyLength) return keyAdvice;
  const steps = key.split(".");
  return steps.length <= tableLimits.depth && steps.every((step) => keyStep.test(step)) ? undefined : keyAdvice;
}

/** Says what is wrong with the characters or the length of a text; undefined for a good one. */
export function textFault(text: string): string | undefined {
  if (text.length > tableLimits.textLength) return `must have at most ${tableLimits.textLength} characters`;
  if (!text.isWellFormed() || unwanted.test(text)) {
    return "must not contain control characters other than tabs and line feeds, or unpaired surrogates";
  }
  return undefined;
}

/** After so many faults a table is read no further. */
const maxFaults = 20;

/** A name as a fault shows it. A request may have one as long as its body. */
const shown = (name: string) => name.slice(0, tableLimits.keyLength);

/**
 * Turns nested objects of texts into one object by dotted keys, sorted. Names with dots mean the same as nested objects.
 * Calls `onFault` for names and values that a table cannot have, and ends after 20 of them, or after more texts than a
 * table may have. Names become a key only while it is short enough. `faultsOfKeys` keeps what is wrong with keys, which
 * languages share.
 */
export function flattenTexts(
  tree: unknown,
  onFault: (fault: TableFault) => void,
  faultsOfKeys = new Map<string, string | undefined>(),
): Texts {
  const found = new Map<string, string>();
  const path: string[] = [];
  let faults = 0;

  function report(fault: TableFault): void {
    faults += 1;
    onFault(fault);
  }

  const refuse = (message: string) => report({ path: path.map(shown), message });
  const isOver = () => faults >= maxFaults || found.size > tableLimits.projectTexts;

  function faultOf(key: string): string | undefined {
    if (!faultsOfKeys.has(key)) faultsOfKeys.set(key, keyFault(key));
    return faultsOfKeys.get(key);
  }

  function visit(value: unknown, key: string): void {
    if (isObject(value) && path.length <= tableLimits.depth) {
      for (const name of Object.keys(value)) {
        if (isOver()) return;
        path.push(name);
        const start = path.length === 1 ? "" : `${key}.`;
        if (start.length + name.length > tableLimits.keyLength) refuse(keyAdvice);
        else visit(value[name], start + name);
        path.pop();
      }
      return;
    }
    const message =
      faultOf(key) ??
      (typeof value === "string"
        ? textFault(value)
        : `must be a text${path.length > 0 ? " or an object of texts" : ""}`);
    if (message !== undefined) refuse(message);
    else if (found.has(key)) refuse("is given twice: nested, and by a name with dots");
    else found.set(key, String(value));
  }

  if (!isObject(tree)) refuse("must be an object of texts");
  else visit(tree, "");
  const texts = sortedTexts(found);
  for (const key of textGroups(texts)) {
    if (isOver()) break;
    report({ path: [key], message: "must not be both a text and a group of texts" });
  }
  return texts;
}

/** Keys that are the group of another key too, which nested objects cannot have. */
export function textGroups(texts: Texts): string[] {
  const groups = new Set<string>();
  for (const key of Object.keys(texts)) {
    for (let dot = key.indexOf("."); dot !== -1; dot = key.indexOf(".", dot + 1)) {
      const group = key.slice(0, dot);
      if (Object.hasOwn(texts, group)) groups.add(group);
    }
  }
  return [...groups];
}

/** Texts in the order of their keys. */
export function sortedTexts(texts: Iterable<readonly [string, string]>): Texts {
  return Object.fromEntries([...texts].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** The texts of a table after changes. `null` removes a language or a text. The order is that of languages and keys. */
export function changeTable(table: TranslationTable, changes: TableChanges): TranslationTable {
  const languages = new Map(Object.entries(table));
  for (const [language, texts] of Object.entries(changes)) {
    if (texts === null) {
      languages.delete(language);
      continue;
    }
    const merged = new Map(Object.entries(languages.get(language) ?? {}));
    for (const [key, text] of Object.entries(texts)) {
      if (text === null) merged.delete(key);
      else merged.set(key, text);
    }
    languages.set(language, sortedTexts(merged));
  }
  return Object.fromEntries([...languages].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** The nested form of texts by dotted keys, as files have it. */
export function nestTexts(texts: Texts): Record<string, unknown> {
  const root: Record<string, unknown> = {};
  for (const [key, text] of Object.entries(texts)) {
    const steps = key.split(".");
    let group = root;
    for (const step of steps.slice(0, -1)) {
      const inner = Object.hasOwn(group, step) ? group[step] : undefined;
      const next: Record<string, unknown> = isObject(inner) ? inner : {};
      group[step] = next;
      group = next;
    }
    group[steps.at(-1) ?? key] = text;
  }
  return root;
}

/** The different keys of a table, and its size in characters. */
export function sizeOfTable(table: TranslationTable): { keys: Set<string>; length: number } {
  const keys = new Set<string>();
  let length = 0;
  for (const texts of Object.values(table)) {
    for (const [key, text] of Object.entries(texts)) {
      keys.add(key);
      length += key.length + text.length;
    }
  }
  return { keys, length };
}

const languageExcess = `must have at most ${tableLimits.languages} languages`;

/** Whose table it is. */
export type TableOwner = "project" | "template";

/** Says by which limit a table is too large; undefined if it is not. */
export function tableExcess(table: TranslationTable, owner: TableOwner): string | undefined {
  const { languages, keys: maxKeys } = tableLimits;
  const all = Object.values(table);
  if (all.length > languages) return languageExcess;
  const excess = textExcess(
    all.reduce((count, texts) => count + Object.keys(texts).length, 0),
    owner,
  );
  if (excess !== undefined) return excess;
  const { keys, length } = sizeOfTable(table);
  const maxLength = tableLimits[`${owner}Length`];
  if (keys.size > maxKeys) return `must have at most ${maxKeys} different keys`;
  return length > maxLength ? `must have at most ${maxLength} characters: keys and texts of all languages` : undefined;
}

function textExcess(count: number, owner: TableOwner): string | undefined {
  const most = tableLimits[`${owner}Texts`];
  return count > most ? `must have at most ${most} texts, over all languages` : undefined;
}

/**
 * Reads a table that a request or a file gives: languages in canonical form, sorted, each with flat texts. Reads no more of
 * a table that has too many languages or faults, or too many texts for its owner.
 */
export function readTable(given: unknown, owner: TableOwner, onFault: (fault: TableFault) => void): TranslationTable {
  if (!isObject(given)) {
    onFault({ path: [], message: "must be an object of languages" });
    return {};
  }
  const names = Object.keys(given);
  if (names.length > tableLimits.languages) {
    onFault({ path: [], message: languageExcess });
    return {};
  }
  let faults = 0;
  let count = 0;
  const faultsOfKeys = new Map<string, string | undefined>();
  const table = new Map<string, Texts>();
  for (const name of names) {
    if (faults >= maxFaults) break;
    const report = ({ path, message }: TableFault) => {
      faults += 1;
      if (faults <= maxFaults) onFault({ path: [shown(name), ...path], message });
    };
    const language = tableLanguage(name);
    if (language === undefined) report({ path: [], message: "must be a language tag such as en or de-CH" });
    else if (table.has(language)) report({ path: [], message: "names a language twice" });
    else {
      const texts = flattenTexts(given[name], report, faultsOfKeys);
      table.set(language, texts);
      count += Object.keys(texts).length;
      const excess = textExcess(count, owner);
      if (excess !== undefined) {
        onFault({ path: [], message: excess });
        break;
      }
    }
  }
  return Object.fromEntries([...table].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** A table as answers have it. Texts have sorted, dotted keys. */
export const translationTable = z.custom<TranslationTable>(isObject).meta({
  description: "Texts by language, then by key: dotted names such as `invoice.due`.",
  example: { en: { "invoice.due": "Due in {days, plural, one {# day} other {# days}}" } },
  override: renderedAs({
    type: "object",
    additionalProperties: { type: "object", additionalProperties: { type: "string" } },
  }),
});

/** A template's own table, as a request gives it. */
export const givenTable = z
  .unknown()
  .transform((given, context): TranslationTable => {
    const report = ({ path, message }: TableFault) => context.addIssue({ code: "custom", path, message });
    const table = readTable(given, "template", report);
    const excess = tableExcess(table, "template");
    if (excess !== undefined) report({ path: [], message: excess });
    return table;
  })
  .meta({
    description: `The template's own texts by language. Keys are dotted names or nested objects. Texts are ICU messages. At most ${tableLimits.languages} languages, ${tableLimits.keys} keys, ${tableLimits.templateTexts} texts and ${tableLimits.templateLength} characters.`,
    example: { en: { invoice: { title: "Invoice" } } },
    override: renderedAs({ type: "object", additionalProperties: { type: "object", additionalProperties: true } }),
  });

/** Texts to set or remove by language; null removes a text, or a whole language. */
export type TableChanges = Record<string, Record<string, string | null> | null>;

/** A change may remove all languages of a table and add as many. */
const maxChangedLanguages = 2 * tableLimits.languages;

function changeFault(text: unknown): string | undefined {
  if (text === null) return undefined;
  return typeof text === "string" ? textFault(text) : "must be a text or null";
}

/** Changes of a project's table, as a request gives them. */
export const tableChanges = z
  .unknown()
  .transform((given, context): TableChanges => {
    const report = ({ path, message }: TableFault) => context.addIssue({ code: "custom", path, message });
    if (!isObject(given)) {
      report({ path: [], message: "must be an object of languages" });
      return {};
    }
    const names = Object.keys(given);
    if (names.length > maxChangedLanguages) {
      report({ path: [], message: `must name at most ${maxChangedLanguages} languages` });
      return {};
    }
    const changes = new Map<string, TableChanges[string]>();
    let count = 0;
    for (const name of names) {
      const texts = given[name];
      const language = tableLanguage(name);
      if (language === undefined || !(texts === null || isObject(texts))) {
        const message =
          language === undefined ? "must be a language tag such as en or de-CH" : "must be an object of texts, or null";
        report({ path: [shown(name)], message });
        continue;
      }
      count += texts === null ? 0 : Object.keys(texts).length;
      if (count > tableLimits.keys) {
        report({ path: [], message: `must change at most ${tableLimits.keys} texts` });
        break;
      }
      const checked: [string, string | null][] = [];
      for (const [key, text] of Object.entries(texts ?? {})) {
        const message = keyFault(key) ?? changeFault(text);
        if (message !== undefined) {
          report({ path: [name, shown(key)], message });
          break;
        }
        if (text === null || typeof text === "string") checked.push([key, text]);
      }
      changes.set(language, texts === null ? null : Object.fromEntries(checked));
    }
    return Object.fromEntries(changes);
  })
  .meta({
    description:
      "Texts to set by language and key; null removes a text, or a whole language. An empty object adds a language without texts.",
    example: { de: { "invoice.title": "Rechnung", "invoice.old": null } },
    override: renderedAs({
      type: "object",
      additionalProperties: {
        anyOf: [{ type: "object", additionalProperties: { type: ["string", "null"] } }, { type: "null" }],
      },
    }),
  });
