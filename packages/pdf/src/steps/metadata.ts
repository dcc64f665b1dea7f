import type { PdfObjects } from "../objects/pdf-objects.ts";
import { textString } from "../objects/text-string.ts";
import type { Metadata, Step } from "./step.ts";

/** Sets what the HTML says about the document. The dates of the same dictionary must be set before. */
export const metadata: Step = {
  name: "metadata",
  isRequired: false,
  apply: (objects, wishes) => setInformation(objects, wishes.metadata),
};

const names = { author: "Author", subject: "Subject", keywords: "Keywords", creator: "Creator" } as const;

/** Sets what the document says about itself. What `given` lacks stays as it is. */
export function setInformation(objects: PdfObjects, given: Metadata = {}): void {
  const entries = Object.entries(names).flatMap(([field, name]) => {
    // The keys are those of the object above.
    const value = given[field as keyof typeof names];
    return value ? [[name, textString(value)] as const] : [];
  });
  if (entries.length > 0) objects.setEntries(objects.info, Object.fromEntries(entries));
}
