import { outputs, Problem, type Output, type OutputForm } from "@platen/contracts";

function parse(accept: string): { type: string; quality: number }[] {
  return accept.split(",").map((range) => {
    const [type = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
    const quality = parameters.find((parameter) => parameter.startsWith("q="));
    return { type, quality: quality === undefined ? 1 : Number(quality.slice(2)) };
  });
}

/**
 * Chooses the form from `Accept`: a file if the header accepts one by name or by a wildcard, else JSON. Clients that send
 * `application/json, text/plain, *\/*` with every request mean the file.
 */
export function chooseForm(accept: string | undefined, output: Output): OutputForm {
  if (accept === undefined || accept.trim() === "") return "file";
  const accepted = new Map(parse(accept).map(({ type, quality }) => [type, quality > 0]));
  const file = accepted.get(outputs[output].type) ?? accepted.get("application/*") ?? accepted.get("*/*") ?? false;
  if (file) return "file";
  if (accepted.get("application/json") ?? accepted.get("application/*") ?? accepted.get("*/*") ?? false) return "json";
  throw new Problem("request.not_acceptable");
}
