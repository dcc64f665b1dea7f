import { z } from "zod";
import { renderedAs } from "./fields.ts";

const longestCallbackUrl = 2_048;

/** The fault of an address that a caller wants to be called at; undefined for a good one. */
function faultOf(value: unknown): string | undefined {
  if (typeof value !== "string" || value === "") return "must be a URL such as https://example.com/hooks";
  if (value.length > longestCallbackUrl) return `must have at most ${longestCallbackUrl} characters`;
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url?.protocol !== "https:" && url?.protocol !== "http:") return "must be a URL that begins with https://";
  if (url.username !== "" || url.password !== "") return "must not contain a user name or password";
  // The hash of an address without a fragment may still be a lone #.
  if (value.includes("#")) return "must not contain a fragment (#)";
  return undefined;
}

/** An address to call. Whether the installation calls it at all is decided by its own rules. */
export const callbackUrl = z
  .custom<string>((value) => faultOf(value) === undefined, {
    error: ({ input }) => (input === undefined ? undefined : faultOf(input)),
  })
  .meta({ override: renderedAs({ type: "string", format: "uri", maxLength: longestCallbackUrl }) });
