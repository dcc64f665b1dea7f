import type { CalculatedField } from "@platen/contracts";
import { calculateFields, readCalculatedFields, type ReadFields } from "@platen/formats";
import { RenderError } from "@platen/engine/failure";
import { LRUCache } from "lru-cache";
import type { createDataIssues } from "./data-issues.ts";
import { placeIn, toRenderError } from "./mustache-template.ts";

/** A list takes some hundred kilobytes at most. */
const maxKept = 100;

/** Adds calculated fields to data. It keeps formulas that it has read. */
export function createCalculations() {
  const kept = new LRUCache<string, ReadFields["fields"]>({ max: maxKept });

  function fieldsOf(given: readonly CalculatedField[]): ReadFields["fields"] {
    // A request may bring fields of its own, so the list is their key.
    const key = JSON.stringify(given);
    const known = kept.get(key);
    if (known) return known;
    const { fields, mistakes } = readCalculatedFields(given);
    if (mistakes.length > 0) throw mistakenFields(given, mistakes);
    kept.set(key, fields);
    return fields;
  }

  return {
    /** Throws `template_syntax` for formulas that the check of a draft would refuse. */
    addTo(
      data: unknown,
      given: readonly CalculatedField[] | undefined,
      issues: Pick<ReturnType<typeof createDataIssues>, "noteField" | "noteReplaced">,
    ): unknown {
      if (!given || given.length === 0) return data;
      const formulas = new Map(given.map(({ name, formula }) => [name, formula]));
      try {
        const calculated = calculateFields(fieldsOf(given), data);
        for (const issue of calculated.issues) issues.noteField(issue, formulas.get(issue.name) ?? "");
        for (const name of calculated.replaced) issues.noteReplaced(name, formulas.get(name) ?? "");
        return typeof data === "object" ? { ...data, ...calculated.values } : data;
      } catch (error) {
        throw toRenderError(error);
      }
    },
  };
}

function mistakenFields(given: readonly CalculatedField[], mistakes: ReadFields["mistakes"]): RenderError {
  const details = mistakes.map(({ index, part, offset, message }) => {
    const path = `settings.calculated.${index}.${part}`;
    return { ...placeIn({ path, source: given[index]?.[part] ?? "" }, offset), message };
  });
  const [first] = details;
  const place = first && `${first.path}, line ${first.line}, column ${first.column}: ${first.message}`;
  return new RenderError("template_syntax", {
    stage: "template",
    detail: `The template is not valid. ${place}`,
    details,
  });
}
