import { createEvaluator, signatureOf, type Format } from "@platen/formats";
import { fillParts, parseMustache } from "@platen/mustache";
import { plainDescription } from "./new-call.ts";

const known = new Map<Format, string>();

/** A format's signature, what it does, and an example with its result, each on a line. */
export function infoOf(format: Format): string {
  const info = known.get(format) ?? writeInfo(format);
  known.set(format, info);
  return info;
}

function writeInfo(format: Format): string {
  const [example] = format.examples;
  const lines = [signatureOf(format), plainDescription(format)];
  if (example) {
    const result = format.gives === "markup" ? undefined : resultOf(example.template, example.data);
    lines.push(result === undefined ? example.template : `${example.template} → ${result}`);
  }
  return lines.join("\n");
}

function resultOf(template: string, data: unknown): string {
  const evaluator = createEvaluator({ locale: "en", timeZone: "UTC" });
  return fillParts(parseMustache(template), data, { maxOutputLength: 1_000, evaluator });
}
