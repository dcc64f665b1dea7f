import { readFileSync } from "node:fs";

type Environment = Readonly<Record<string, string | undefined>>;

/** A variable's value, or what is wrong with how it is given. */
export type GivenVariable = { value: string } | { violation: string } | undefined;

/**
 * The value of the variable `name`, or that of the file which `${name}_FILE` names: a secret in a file is seen neither
 * by whoever lists the environment of a process nor by whoever lists that of a container.
 */
export function givenVariable(name: string, environment: Environment): GivenVariable {
  const value = environment[name];
  const path = environment[`${name}_FILE`];
  if (!path) return value ? { value } : undefined;
  if (value) return { violation: `${name} and ${name}_FILE are both set: leave one of them out` };
  try {
    // Whatever wrote the file may have ended its last line.
    const text = readFileSync(path, "utf8").replace(/\r?\n$/, "");
    return text === "" ? { violation: `${name}_FILE: ${path} is empty` } : { value: text };
  } catch (error) {
    const code = typeof error === "object" && error !== null && "code" in error ? String(error.code) : String(error);
    return { violation: `${name}_FILE: ${path} cannot be read (${code})` };
  }
}
