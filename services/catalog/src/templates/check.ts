import type { ProblemDetail } from "@platen/contracts";
import { findForeignWarnings } from "./find-foreign-warnings.ts";
import { findSyntaxMistakes } from "./find-syntax-mistakes.ts";
import type { MustacheSource } from "./mustache-parts.ts";

export type CheckTask = { find: "mistakes" | "warnings"; source: MustacheSource };

/** Runs one check of a template. */
export function check({ find, source }: CheckTask): ProblemDetail[] {
  return find === "mistakes" ? findSyntaxMistakes(source) : findForeignWarnings(source);
}
