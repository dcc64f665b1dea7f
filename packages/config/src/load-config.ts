import type { z } from "zod";

/** Thrown when the environment does not fit; its message names every variable that is wrong. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

/**
 * Reads the variables that `schema` names from `environment` and returns them parsed and frozen. An empty variable
 * counts as not set. All violations are reported in one {@link ConfigError}.
 */
export function loadConfig<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  environment: Readonly<Record<string, string | undefined>>,
): Readonly<z.output<z.ZodObject<Shape>>> {
  const given = Object.fromEntries(
    Object.keys(schema.shape).flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])),
  );
  const result = schema.safeParse(given);
  if (result.success) return Object.freeze(result.data);
  const violations = result.error.issues.map((issue) => {
    const name = issue.path.join(".");
    return given[name] === undefined ? `  ${name} is not set` : `  ${name}: ${issue.message}`;
  });
  throw new ConfigError(`The environment does not fit:\n${violations.join("\n")}`);
}
