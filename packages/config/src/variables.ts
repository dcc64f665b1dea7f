import { z } from "zod";
import { readPostgresUrl } from "./postgres-url.ts";
import { readRedisUrl } from "./redis-url.ts";
import { ServerUrlError } from "./server-url.ts";

/** A whole number within limits. */
export function integerVariable(min: number, max: number) {
  const message = `must be a whole number from ${min} to ${max}`;
  return z.string().regex(/^\d+$/, message).transform(Number).pipe(z.int(message).min(min, message).max(max, message));
}

/** A part of a whole. */
export const shareVariable = z
  .string()
  .regex(/^[01](?:\.\d+)?$/, "must be a number from 0 to 1, such as 0.1")
  .transform(Number)
  .pipe(z.number().min(0).max(1, "must be a number from 0 to 1, such as 0.1"));

const zeroOrOne = z.enum(["0", "1"], { error: "must be 0 or 1" });

/** A switch: on (1) or off (0), off by default. */
export const switchVariable = zeroOrOne.default("0").transform((value) => value === "1");

/** A switch that is on by default. */
export const switchedOnVariable = zeroOrOne.default("1").transform((value) => value === "1");

/** A TCP port. With 0 the system chooses one. */
export const portVariable = integerVariable(0, 65_535);

/** A URL with one of the given schemes, such as `postgres`. */
export function urlVariable(...schemes: readonly string[]) {
  const message = `must be a URL starting with ${schemes.map((scheme) => `${scheme}://`).join(" or ")}`;
  return z
    .string()
    .refine((value) => URL.canParse(value) && schemes.includes(new URL(value).protocol.slice(0, -1)), message);
}

function readableUrl(read: (url: string) => unknown) {
  return z.string().superRefine((value, context) => {
    try {
      read(value);
    } catch (error) {
      if (!(error instanceof ServerUrlError)) throw error;
      context.addIssue({ code: "custom", message: error.message });
    }
  });
}

/** The URL of Redis, for `readRedisUrl`. */
export const redisUrlVariable = readableUrl(readRedisUrl);

/** The URL of PostgreSQL, for `readPostgresUrl`. */
export const postgresUrlVariable = readableUrl(readPostgresUrl);

/** A text in PEM format. `\n` may stand for a line break, because some environment files allow one line per value. */
export const pemVariable = z
  .string()
  .transform((value) => value.replaceAll(String.raw`\n`, "\n"))
  .refine((value) => value.includes("-----BEGIN "), "must be a key in PEM format");

/** The log levels, from few to many lines. */
export const logLevelVariable = z.enum(["error", "warn", "info", "debug"], {
  error: "must be error, warn, info or debug",
});
