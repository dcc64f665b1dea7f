import { randomBytes } from "node:crypto";
import { createServiceTokenKeys } from "@platen/provisioning";
import { z } from "zod";
import { readJson, writePrivateJson } from "./private-file.ts";

const secrets = z.object({
  postgresPassword: z.string().min(1),
  redisPassword: z.string().min(1),
  serviceTokenKeys: z.object({ privateKey: z.string(), publicKey: z.string() }),
});

/** The installation's own passwords and keys: made once, then read from the file. */
export function loadSecrets(file: string): z.infer<typeof secrets> {
  const kept = secrets.safeParse(readJson(file));
  if (kept.success) return kept.data;
  const made = {
    postgresPassword: randomBytes(24).toString("hex"),
    redisPassword: randomBytes(24).toString("hex"),
    serviceTokenKeys: createServiceTokenKeys(),
  };
  writePrivateJson(file, made);
  return made;
}
