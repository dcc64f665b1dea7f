import { z } from "zod";
import { Problem } from "../problem.ts";

/** For how long the PDF of a request is kept, as far as the gateway knows. The catalog has the settings of the project. */
export const keptTime = z.strictObject({
  /** What the request names. */
  keepSeconds: z.int().positive().optional(),
  /** The maximum of the installation. */
  mostKeepSeconds: z.int().positive(),
});
export type KeptTime = z.infer<typeof keptTime>;

const daySeconds = 86_400;

/** A number of days in a message: "1 day", "7 days". */
export function formatDays(days: number): string {
  return days === 1 ? "1 day" : `${days} days`;
}

/** The problem of a request whose PDF would be kept longer than its project or the installation allows. */
export function keptTooLong(mostDays: number, limitOf: "project" | "installation"): Problem {
  const message = `must be at most ${mostDays * daySeconds} seconds (${formatDays(mostDays)}), the maximum of this ${limitOf}`;
  return new Problem("request.invalid", {
    message: `\`expiresIn\` ${message}.`,
    details: [{ path: "expiresIn", message }],
  });
}
