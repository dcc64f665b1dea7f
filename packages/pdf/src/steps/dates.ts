import { endOfText } from "../objects/end-of-text.ts";
import type { Step } from "./step.ts";

/** Sets the dates of creation and last change, in place: all dates have one length. */
export const dates: Step = {
  name: "dates",
  isRequired: false,
  apply(objects, { createdAt }) {
    if (createdAt !== undefined) setDatesAt(objects.pdf, objects.offsetOf(objects.info), createdAt);
  },
};

/** Sets the dates in the dictionary at `offset`, in place. */
function setDatesAt(pdf: Buffer, offset: number, date: Date): void {
  const texts = textsIn(pdf, offset);
  const text = toPdfDate(date);
  for (const name of ["CreationDate", "ModDate"]) {
    const at = texts.get(name);
    if (at === undefined || !isPdfDate.test(pdf.toString("latin1", at, at + text.length))) {
      throw new Error(`the PDF has no ${name}`);
    }
    pdf.write(text, at, "latin1");
  }
}

const isPdfDate = /^D:\d{14}\+00'00'$/;

function toPdfDate(date: Date): string {
  return `D:${date.toISOString().slice(0, 19).replace(/\D/g, "")}+00'00'`;
}

const byte = { slash: 0x2f, space: 0x20 };

/**
 * Where the value of each entry begins, in a dictionary of texts alone. Reads entry by entry: a text, such as the
 * document's title, may itself look like an entry.
 */
function textsIn(pdf: Buffer, offset: number): Map<string, number> {
  const found = new Map<string, number>();
  let at = pdf.indexOf("<<", offset) + 2;
  while (pdf[at] === byte.slash) {
    const start = pdf.indexOf(" ", at) + 1;
    if (start === 0) throw new Error("a PDF dictionary has a name without a value");
    found.set(pdf.toString("latin1", at + 1, start - 1), start + 1);
    at = endOfText(pdf, start) + 1;
    while ((pdf[at] ?? byte.slash) <= byte.space) at += 1;
  }
  return found;
}
