import { readFileSync } from "node:fs";

type Environment = Readonly<Record<string, string | undefined>>;

/** The value of a variable, or the error in how it is given. */
export type GivenVariable = { value: string } | { violation: string } | undefined;

/**
 * Returns the value of the variable `name`, or the content of the file that `${name}_FILE` names. A secret in a file
 * appears neither in the environment of a process nor in the description of a container.
 */
export function givenVariable(name: string, environment: Environment): GivenVariable {
  const value = environment[name];
  const path = environment[`${name}_FILE`];
  if (!path) return value ? { value } : undefined;
  if (value) return { violation: `${name} and ${name}_FILE are both set: set only one` };
  try {
    // Editors and `echo` end the last line with a line break.
    const text = readFileSync(path, "utf8").replace(/\r?\n$/, "");
    return text === "" ? { violation: `${name}_FILE: the file ${path} is empty` } : { value: text };
  } catch (error) {
    const code = typeof error === "object" && error !== null && "code" in error ? String(error.code) : String(error);
    return { violation: `${name}_FILE: cannot read the file ${path} (${code})` };
  }
}
