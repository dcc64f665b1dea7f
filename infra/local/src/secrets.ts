import { randomBytes } from "node:crypto";
import { createSecretsKey, createServiceTokenKeys } from "@platen/provisioning";
import { z } from "zod";
import { readJson, writePrivateJson } from "./private-file.ts";

const secrets = z.object({
  postgresPassword: z.string().min(1),
  redisPassword: z.string().min(1),
  redisUserPasswords: z.object({ gateway: z.string().min(1), worker: z.string().min(1), courier: z.string().min(1) }),
  serviceTokenKeys: z.object({ privateKey: z.string(), publicKey: z.string() }),
  courierTokenKeys: z.object({ privateKey: z.string(), publicKey: z.string() }),
  secretsKey: z.string().min(1),
});

/** The file of an installation from before there were webhooks. */
const withoutSecretsKey = secrets.omit({ secretsKey: true });
/** The file of one from before there was a courier, or services had users of their own in Redis. */
const olderSecrets = withoutSecretsKey.omit({ redisUserPasswords: true, courierTokenKeys: true });

/** The installation's own passwords and keys: made once, then read from the file. */
export function loadSecrets(file: string): z.infer<typeof secrets> {
  const kept = secrets.safeParse(readJson(file));
  if (kept.success) return kept.data;
  const older = withoutSecretsKey.safeParse(readJson(file)).data ?? olderSecrets.safeParse(readJson(file)).data;
  const made = {
    postgresPassword: newPassword(),
    redisPassword: newPassword(),
    serviceTokenKeys: createServiceTokenKeys(),
    courierTokenKeys: createServiceTokenKeys(),
    redisUserPasswords: { gateway: newPassword(), worker: newPassword(), courier: newPassword() },
    secretsKey: createSecretsKey(),
    ...older,
  };
  writePrivateJson(file, made);
  return made;
}

function newPassword(): string {
  return randomBytes(24).toString("hex");
}
