import type { z } from "zod";
import { givenVariable } from "./given-variables.ts";

/** Thrown for invalid environment variables. The message names every one. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

/**
 * Reads the variables that `schema` names from `environment` and returns them parsed and frozen. An empty variable
 * counts as not set, and `NAME_FILE` may name a file that contains the value of `NAME`. One {@link ConfigError} reports
 * all violations.
 */
export function loadConfig<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  environment: Readonly<Record<string, string | undefined>>,
): Readonly<z.output<z.ZodObject<Shape>>> {
  const variables = Object.keys(schema.shape).map((name) => ({ name, given: givenVariable(name, environment) }));
  const values = new Map(
    variables.flatMap(({ name, given }) => (given && "value" in given ? [[name, given.value]] : [])),
  );
  const unreadable = new Map(
    variables.flatMap(({ name, given }) => (given && "violation" in given ? [[name, given.violation]] : [])),
  );
  const result = schema.safeParse(Object.fromEntries(values));
  if (result.success && unreadable.size === 0) return Object.freeze(result.data);

  const misfits = (result.error?.issues ?? [])
    .map((issue) => ({ name: issue.path.join("."), message: issue.message }))
    .filter(({ name }) => !unreadable.has(name))
    .map(({ name, message }) => (values.has(name) ? `${name}: ${message}` : `${name} is not set`));
  const violations = [...misfits, ...unreadable.values()].map((violation) => `  ${violation}`);
  throw new ConfigError(`Invalid environment variables:\n${violations.join("\n")}`);
}
