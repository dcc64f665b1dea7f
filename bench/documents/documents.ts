import { UserError } from "../user-error.ts";
import type { BenchDocument } from "./bench-document.ts";
import { invoice } from "./invoice.ts";
import { report } from "./report.ts";
import { table } from "./table.ts";

export const documents: readonly BenchDocument[] = [invoice, report, table];

export function documentNamed(name: string): BenchDocument {
  const found = documents.find((document) => document.name === name);
  if (found === undefined)
    throw new UserError(
      `There is no document "${name}". The documents are: ${documents.map((document) => document.name).join(", ")}`,
    );
  return found;
}
