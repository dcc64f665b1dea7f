import type { Warning } from "./schemas/warning.ts";
import { severityOf } from "./warning-severity.ts";

/**
 * A tag whose data are not right: they lack its name, so that it prints nothing; or a name or field that its formats read;
 * or the value does not fit its format, so that it is printed as it is. Without a path it sums up several tags.
 */
export type DataIssue = Pick<Warning, "path" | "key" | "locale" | "fallback" | "part" | "line" | "column"> & {
  /** `untranslated`: the language of the document lacks the text of `key`; `fallback` is the language printed instead. */
  /** `replaced`: a calculated field has the place of another value of the data. */
  kind: "missing" | "lacking" | "unformattable" | "untranslated" | "replaced";
  count: number;
};

/** The names from Platen that have a value only in a list. */
const ofLists = new Set(["@index", "@number", "@first", "@last", "@count"]);

function messageOfText({ key, locale, fallback }: DataIssue): string {
  if (key === undefined) return "Further texts lack a translation. Add them to the translations.";
  const language = locale === undefined ? "the document's language" : `"${locale}"`;
  // The format `t` completes the key with a value, which no warning shows.
  const text = key.endsWith("*") ? `the text "${key}" that the data names` : `the text "${key}"`;
  return fallback === undefined
    ? `No language that serves ${language} has ${text}, so its tag prints nothing. Add it to the translations.`
    : `T${text.slice(1)} has no translation for ${language}, so it is printed in "${fallback}". Add the translation.`;
}

const partOfFields = "settings.calculated.";

/** The part of a template that has the formula of a calculated field. */
export function partOfField(name: string): string {
  return `${partOfFields}${name}`;
}

function calculatedIn({ part }: DataIssue): string | undefined {
  return part?.startsWith(partOfFields) === true ? part.slice(partOfFields.length) : undefined;
}

function messageOfField({ kind, path }: DataIssue, field: string | undefined): string {
  if (kind === "replaced") {
    return field === undefined
      ? "Calculated fields replace further values of the data. Send none, or name the fields differently."
      : `The data has another "${field}" than the template calculates, and the calculated value is printed. Send none, or name the field differently.`;
  }
  if (kind === "unformattable") {
    return path === field
      ? `The calculated field "${field}" divides by zero, or its result is not a number of at most 40 places, so it has no value. Correct its formula, or send other data.`
      : `The value of "${path}" is not what the calculated field "${field}" needs, so the field has no value. Send a number, or a list where its formula reads a list.`;
  }
  return path === field
    ? `The calculated field "${field}" has no value, because the data lacks what its formula chooses. Send it, or complete the formula with or(…, 0).`
    : `The data has no "${path}", so the calculated field "${field}" has no value. Send it, or write or(…, 0) in the formula if it may be missing.`;
}

function messageOf(issue: DataIssue): string {
  const { kind, path } = issue;
  if (kind === "untranslated") return messageOfText(issue);
  const field = calculatedIn(issue);
  if (field !== undefined || kind === "replaced") return messageOfField(issue, field);
  if (kind === "lacking" && path !== undefined) {
    return `The data has no "${path}", which a format of the tag reads, so the tag prints too little. Send it, or correct the name in the tag.`;
  }
  if (kind === "missing" || kind === "lacking") {
    if (path !== undefined && ofLists.has(path)) {
      return `"${path}" has a value only in the section of a list, so its tag prints nothing. Put it into such a section.`;
    }
    return path === undefined
      ? "The data lacks further names. Send them, or put their tags into sections if they may be missing."
      : `The data has no "${path}", so its tag prints nothing. Send it, or put the tag into a section if it may be missing.`;
  }
  return path === undefined
    ? "Further values do not fit the formats of their tags, which print texts and numbers as they are, and nothing for others."
    : `The value of "${path}" does not fit the format of its tag, which prints a text or number as it is and leaves others out. Send a value of the right type.`;
}

const codes = {
  missing: "data.missing",
  lacking: "data.missing",
  unformattable: "data.unformattable",
  untranslated: "translation.missing",
  replaced: "data.replaced",
} as const;

/**
 * Creates the warning about the data or the translations of a tag. It names only what the template says, never a value.
 * A text in another language is a warning, a text that is not printed an error.
 */
export function dataIssue(issue: DataIssue): Warning {
  const { kind, path, key, locale, fallback, part, line, column, count } = issue;
  const code = codes[kind];
  return {
    code,
    severity: fallback === undefined ? severityOf(code) : "warning",
    message: messageOf(issue),
    ...(path !== undefined && { path }),
    ...(key !== undefined && { key }),
    ...(locale !== undefined && { locale }),
    ...(fallback !== undefined && { fallback }),
    ...(part !== undefined && { part }),
    ...(line !== undefined && { line }),
    ...(column !== undefined && { column }),
    count,
  };
}
