import type { PageSettings } from "@platen/contracts";
import { createEvaluator, findFormat } from "@platen/formats";
import { newCall } from "./new-call.ts";
import { resultsOf } from "./step-results.ts";
import { suggestedFormat } from "./value-types.ts";
import { readWritten } from "./written-expression.ts";

/** The format that most authors want for a value, with the value as the template's settings print it. */
export function suggestFormat(
  value: unknown,
  settings: Pick<PageSettings, "language" | "timeZone" | "currency">,
): { call: string; example: string } | undefined {
  const { language = "en", timeZone = "UTC", currency } = settings;
  const format = findFormat(suggestedFormat(value, currency) ?? "");
  const call = format && newCall(format, { fields: [], currency });
  const written = call === undefined ? undefined : readWritten(`value | ${call}`);
  if (call === undefined || !written) return undefined;
  const evaluator = createEvaluator({ locale: language, timeZone, currency });
  const result = resultsOf(written, { lookUp: () => value, pathOf: String, loop: undefined }, evaluator, "escaped").at(
    -1,
  );
  return result && result.problem === undefined ? { call, example: result.words } : undefined;
}
