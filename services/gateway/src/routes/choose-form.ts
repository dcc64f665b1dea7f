import { outputs, Problem } from "@platen/contracts";

/** The forms of a generated document. */
export type Form = "pdf" | "json";

function parse(accept: string): { type: string; quality: number }[] {
  return accept.split(",").map((range) => {
    const [type = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
    const quality = parameters.find((parameter) => parameter.startsWith("q="));
    return { type, quality: quality === undefined ? 1 : Number(quality.slice(2)) };
  });
}

/**
 * Chooses the form from `Accept`: a PDF if the header accepts one by name or by a wildcard, else JSON. Clients that send
 * `application/json, text/plain, *\/*` with every request mean the PDF.
 */
export function chooseForm(accept: string | undefined): Form {
  if (accept === undefined || accept.trim() === "") return "pdf";
  const accepted = new Map(parse(accept).map(({ type, quality }) => [type, quality > 0]));
  const pdf = accepted.get(outputs.pdf.type) ?? accepted.get("application/*") ?? accepted.get("*/*") ?? false;
  if (pdf) return "pdf";
  if (accepted.get("application/json") ?? accepted.get("application/*") ?? accepted.get("*/*") ?? false) return "json";
  throw new Problem("request.not_acceptable");
}
