import { createHmac } from "node:crypto";

/** What a secret of Standard Webhooks begins with; base64 follows. */
export const secretPrefix = "whsec_";

/** The headers of a message by Standard Webhooks, with a signature by each secret. `at` is in milliseconds. */
export function signWebhook(
  message: { id: string; body: string },
  secrets: readonly string[],
  at: number,
): Record<string, string> {
  const timestamp = Math.floor(at / 1_000);
  const signed = `${message.id}.${timestamp}.${message.body}`;
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(secretPrefix.length), "base64");
    return `v1,${createHmac("sha256", key).update(signed).digest("base64")}`;
  });
  return {
    "content-type": "application/json",
    "user-agent": "Platen-Webhooks/1",
    "webhook-id": message.id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": signatures.join(" "),
  };
}
