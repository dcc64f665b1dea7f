import { z } from "zod";

const keyBytes = 32;

/** The keys in the variable, of which the first seals. */
export function readSecretsKeys(text: string): Buffer[] {
  return text.split(",").map((key) => Buffer.from(key.trim(), "base64"));
}

/** The variable with the keys: one, or two during a rotation, of which the first seals. */
export const secretsKeyVariable = z.string().refine((text) => {
  const keys = readSecretsKeys(text);
  return keys.length <= 2 && keys.every((key) => key.byteLength === keyBytes);
}, "must be 32 random bytes in base64, or two such keys separated by a comma");
