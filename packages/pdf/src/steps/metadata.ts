import type { Step } from "./step.ts";

const names = { author: "Author", description: "Subject", keywords: "Keywords" } as const;

/** Sets what the document says about itself. It takes over the dates, which must be set before. */
export const metadata: Step = {
  name: "metadata",
  isRequired: false,
  apply(objects, { metadata: given = {} }) {
    const entries = Object.entries(names).flatMap(([field, name]) => {
      // The keys are those of the object above.
      const value = given[field as keyof typeof names];
      return value ? [[name, textString(value)] as const] : [];
    });
    if (entries.length > 0) objects.setEntries(objects.info, Object.fromEntries(entries));
  },
};

/** A text in UTF-16 with its byte order mark, which every reader of PDFs knows. */
function textString(value: string): string {
  const bytes = Buffer.from(`\ufeff${value}`, "utf16le").swap16();
  return `<${bytes.toString("hex")}>`;
}
