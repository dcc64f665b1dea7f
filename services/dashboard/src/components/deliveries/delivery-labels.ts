import type { Delivery, DeliveryAttempt, DeliveryError } from "@platen/contracts";

/** The names of a delivery's states. */
export const deliveryLabels: Readonly<Record<Delivery["status"], string>> = {
  pending: "Waiting for the end of the document",
  waiting: "Waiting for the next attempt",
  delivered: "Delivered",
  failed: "Failed. Platen tries no more.",
};

const errorLabels: Readonly<Record<DeliveryError, string>> = {
  http_status: "The receiver refused the message.",
  redirect: "The receiver answered with a redirect, which Platen does not follow.",
  timeout: "The receiver did not answer within 10 seconds.",
  name_not_found: "DNS has no address for the receiver’s name.",
  address_refused: "The receiver has a private or reserved address, which Platen does not call.",
  connection_failed: "The connection to the receiver failed.",
  tls_failed: "TLS failed: the receiver’s certificate may be invalid.",
  unreadable: "No SECRETS_KEY of this installation opens the address or the signing secret.",
};

/** What became of an attempt, in a sentence. */
export function attemptLabel({ error }: Pick<DeliveryAttempt, "error">): string {
  return error === null ? "The receiver took the message." : errorLabels[error];
}
