import type { OperationId } from "./operations.ts";
import { assets } from "./operations/assets.text.ts";
import { batches } from "./operations/batches.text.ts";
import { deliveries } from "./operations/deliveries.text.ts";
import { documents } from "./operations/documents.text.ts";
import { links } from "./operations/links.text.ts";
import { projects } from "./operations/projects.text.ts";
import { snippets } from "./operations/snippets.text.ts";
import { templates } from "./operations/templates.text.ts";
import { translations } from "./operations/translations.text.ts";

type OperationText = { summary: string; description?: string };

/** What the reference says of operations, in its order. */
export type Section = { tag: string; operations: Partial<Record<OperationId, OperationText>> };

/**
 * The texts of the reference, apart from the operations, so that only the program that prints it loads them. An
 * operation without a text is the dashboard's own, and not in the reference.
 */
export const reference: readonly Section[] = [
  documents,
  deliveries,
  links,
  batches,
  templates,
  assets,
  snippets,
  translations,
  projects,
];
