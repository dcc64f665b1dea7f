import type { ProblemDetail, TranslationTable } from "@platen/contracts";
import { usedMessages, type UsedMessages } from "@platen/formats";
import { namesOfSnippets } from "@platen/library";
import { composeFiles } from "../assets/compose-files.ts";
import { readTranslationFile, type ReadFile } from "../translations/files/read-translation-file.ts";
import type { GivenFile } from "../translations/files/translation-file.ts";
import { findTextMistakes } from "../translations/find-text-mistakes.ts";
import { composeSource, type Composed, type SourceToCompose } from "./compose-source.ts";
import { findForeignWarnings } from "./find-foreign-warnings.ts";
import { mustacheParts, type MustacheSource } from "./mustache-parts.ts";

/** What each check reads and finds. */
type Checks = {
  compose: (source: SourceToCompose) => Composed;
  /** The names of the snippets that a template names itself. */
  snippetNames: (source: MustacheSource) => string[];
  /** Puts the files of the library into texts. */
  composeFiles: typeof composeFiles;
  warnings: (source: MustacheSource) => ProblemDetail[];
  /** The texts of translations that a template may print. */
  messages: (source: MustacheSource) => UsedMessages;
  texts: (table: TranslationTable) => ProblemDetail[];
  file: (file: GivenFile) => ReadFile;
};

const checks: Checks = {
  compose: composeSource,
  snippetNames: (source) => [...new Set(mustacheParts(source).flatMap(({ text }) => namesOfSnippets(text)))],
  composeFiles,
  warnings: findForeignWarnings,
  messages: (source) => usedMessages(source.dialect === 1 ? [] : mustacheParts(source).map(({ text }) => text)),
  texts: findTextMistakes,
  file: readFile,
};

/** Reads a file, and checks the texts in it: both here, because the texts of a table travel slowly between processes. */
function readFile(file: GivenFile): ReadFile {
  const { table, mistakes } = readTranslationFile(file);
  return { table, mistakes: mistakes.length > 0 ? mistakes : findTextMistakes(table) };
}

export type CheckTask = { [Name in keyof Checks]: { find: Name; source: Parameters<Checks[Name]>[0] } }[keyof Checks];
export type CheckName = keyof Checks;
export type CheckSource<Name extends CheckName> = Parameters<Checks[Name]>[0];
export type CheckResult<Name extends CheckName> = ReturnType<Checks[Name]>;

/** Runs one check of what a caller has written. */
export function check({ find, source }: CheckTask): CheckResult<CheckName> {
  // The task pairs each check with what it reads; the compiler cannot follow a choice by name.
  return (checks[find] as (given: typeof source) => CheckResult<CheckName>)(source);
}
