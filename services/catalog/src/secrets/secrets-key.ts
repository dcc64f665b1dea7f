import { z } from "zod";

const keyBytes = 32;

/** The keys in the variable, of which the first seals. */
export function readSecretsKeys(text: string): Buffer[] {
  return text.split(",").map((key) => Buffer.from(key.trim(), "base64"));
}

/** The variable with the keys: one, or several during a rotation, of which the first seals and each opens. */
export const secretsKeyVariable = z
  .string()
  .refine(
    (text) => readSecretsKeys(text).every((key) => key.byteLength === keyBytes),
    "must be 32 random bytes in base64, or several such keys separated by commas",
  );
