import type { PdfObjects } from "../objects/pdf-objects.ts";
import { characters } from "./characters.ts";
import { dates } from "./dates.ts";
import { language } from "./language.ts";
import { links } from "./links.ts";
import { metadata } from "./metadata.ts";
import { properties } from "./properties.ts";
import type { Amendment, Step, Wishes } from "./step.ts";
import { xmp } from "./xmp.ts";

/** In their order. Each reads what those before it have written. */
const steps: readonly Step[] = [links, dates, language, metadata, characters, properties, xmp];

/** Takes all steps in their order, and gives the names of those that were left out. */
export function applySteps(objects: PdfObjects, wishes: Wishes): Amendment[] {
  const skipped: Amendment[] = [];
  for (const step of steps) {
    try {
      step.apply(objects, wishes);
    } catch (error) {
      if (step.isRequired) throw error;
      skipped.push(step.name);
    }
  }
  return skipped;
}
