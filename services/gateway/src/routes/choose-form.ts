import { Problem } from "@platen/contracts";

/** The forms a generated document is sent in. */
export type Form = "pdf" | "json";

function parse(accept: string): { type: string; quality: number }[] {
  return accept.split(",").map((range) => {
    const [type = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
    const quality = parameters.find((parameter) => parameter.startsWith("q="));
    return { type, quality: quality === undefined ? 1 : Number(quality.slice(2)) };
  });
}

/**
 * Chooses the form from `Accept`. A PDF wherever it is admitted, by name or by a wildcard: clients that send
 * `application/json, text/plain, *\/*` with every request mean the PDF. JSON only where it is named and no PDF admitted.
 */
export function chooseForm(accept: string | undefined): Form {
  if (accept === undefined || accept.trim() === "") return "pdf";
  const admitted = new Map(parse(accept).map(({ type, quality }) => [type, quality > 0]));
  const pdf = admitted.get("application/pdf") ?? admitted.get("application/*") ?? admitted.get("*/*") ?? false;
  if (pdf) return "pdf";
  if (admitted.get("application/json") ?? admitted.get("application/*") ?? admitted.get("*/*") ?? false) return "json";
  throw new Problem("request.not_acceptable");
}
