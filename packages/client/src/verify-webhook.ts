import { tolerantSchema, webhookEvent, type Tolerant } from "@platen/contracts";
import type { z } from "zod";

/** A message to a `callbackUrl`. `type` is one such as `document.completed`, `document.failed`, `batch.completed` or `batch.paused`. */
export type WebhookEvent = Tolerant<z.output<typeof webhookEvent>>;

/** Thrown for a message that Platen has not signed with the secret, or not lately. */
export class WebhookRefused extends Error {
  override readonly name = "WebhookRefused";
}

export type WebhookMessage = {
  /** The body exactly as it came, not parsed and written again. */
  body: string | Uint8Array;
  /** The headers of the request, as `fetch` or Node.js have them. */
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The secret of the project, starting with `whsec_`. */
  secret: string;
  /** How far the clocks may differ, in seconds. Default: 300. */
  toleranceSeconds?: number;
  /** The time in milliseconds. */
  now?: () => number;
};

const secretPrefix = "whsec_";
/** A sender that changes its secret signs with two. */
const maxSignatures = 10;
const schema = tolerantSchema(webhookEvent);

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function headerOf(headers: WebhookMessage["headers"], name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  if (typeof value !== "string" || value === "") throw new WebhookRefused(`The message has no header ${name}.`);
  return value;
}

/**
 * Verifies a message of Platen (Standard Webhooks) and returns the event. Throws `WebhookRefused` for a wrong signature, and
 * for a message older than the tolerance, which an attacker may have recorded and sent again.
 */
export async function verifyWebhook(message: WebhookMessage): Promise<WebhookEvent> {
  const { headers, secret, toleranceSeconds = 300, now = Date.now } = message;
  const body = typeof message.body === "string" ? message.body : new TextDecoder().decode(message.body);
  const id = headerOf(headers, "webhook-id");
  const timestamp = headerOf(headers, "webhook-timestamp");
  const signatures = headerOf(headers, "webhook-signature").split(" ", maxSignatures);

  const secretBytes = fromBase64(secret.startsWith(secretPrefix) ? secret.slice(secretPrefix.length) : secret);
  if (!secretBytes || secretBytes.byteLength === 0) throw new TypeError("`secret` must be whsec_ followed by base64.");
  const ageSeconds = /^\d{1,12}$/.test(timestamp) ? now() / 1_000 - Number(timestamp) : Number.NaN;
  if (!(Math.abs(ageSeconds) <= toleranceSeconds))
    throw new WebhookRefused("The time of the message differs from the clock by more than the tolerance.");

  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", secretBytes, algorithm, false, ["verify"]);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  for (const signature of signatures) {
    const bytes = signature.startsWith("v1,") ? fromBase64(signature.slice(3)) : undefined;
    // Compares in constant time.
    if (bytes && (await crypto.subtle.verify(algorithm, key, bytes, signed))) return schema.parse(JSON.parse(body));
  }
  throw new WebhookRefused("No signature of the message fits the secret.");
}
