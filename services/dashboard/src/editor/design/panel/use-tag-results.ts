import { createEvaluator } from "@platen/formats";
import type { TagScope } from "@platen/mustache";
import { useMemo } from "react";
import {
  findTagScopes,
  readWritten,
  resultsOf,
  type SectionNode,
  type StepResult,
  type VariableNode,
  type WrittenExpression,
} from "@platen/template-source";
import { useSource } from "../../editor-context.ts";
import { mergeTables } from "../../texts/two-tables.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { useDesign } from "../design-context.ts";

export type TagResults = {
  /** What the tag says; undefined if its text has a mistake. */
  written: WrittenExpression | undefined;
  /** What names mean there; undefined if the data does not print it. */
  scope: TagScope | undefined;
  /** The results of the subject and after each format, for the selected repeat. Empty if the data does not print it. */
  steps: readonly StepResult[];
  /** The results of another text in place of the tag's. */
  tryOut: (text: string) => readonly StepResult[];
};

/** The results of a tag's formats for the current data set. */
export function useTagResults(node: VariableNode | SectionNode): TagResults {
  const { settings } = useSource();
  const { template, data } = useDesign((state) => state.document);
  const { repeat } = useDesign((state) => state.selecting);
  const { name, start, kind } = node;
  const { timeZone = "UTC", currency } = settings;
  const texts = useTexts();
  const { locale } = texts;
  const messages = useMemo(() => mergeTables(texts), [texts]);
  const { html } = template;
  const scopes = useMemo(
    () => findTagScopes(html, { start, name }, data, createEvaluator({ locale, timeZone, currency, messages })),
    [html, start, name, data, locale, timeZone, currency, messages],
  );
  return useMemo(() => {
    const scope = scopes?.[Math.min(repeat, scopes.length - 1)];
    const tryOut = (text: string): StepResult[] => {
      const written = readWritten(text);
      if (!scope || !written) return [];
      // Each has a limit of its own, because trying many formats reads a list many times.
      const evaluator = createEvaluator({ locale, timeZone, currency, messages });
      return resultsOf(written, scope, evaluator, kind === "section" ? "section" : "escaped");
    };
    return { written: readWritten(name), scope, steps: tryOut(name), tryOut };
  }, [scopes, repeat, name, kind, locale, timeZone, currency, messages]);
}
