import { ApiProblem } from "@platen/client";
import { problems } from "@platen/contracts";

/** Describes a wait, rounded up: "a few seconds", "4 minutes". */
function formatWait(seconds: number): string {
  if (seconds <= 10) return "a few seconds";
  if (seconds <= 60) return "a minute";
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}

/** Turns a message of the contract into a sentence. */
export function sentence(text: string): string {
  const plain = text.replaceAll("`", "").trim();
  // The name of a field at the start keeps its spelling.
  const start = /^\w+\.\w/.test(plain) ? plain : plain.charAt(0).toUpperCase() + plain.slice(1);
  return /[.!?]$/.test(start) ? start : `${start}.`;
}

const meanings = new Map<string, string>(Object.entries(problems).map(([code, { meaning }]) => [code, meaning]));

/** Messages for users, for codes whose meaning is written for programmers. */
const messages: Readonly<Record<string, string>> = {
  "auth.credentials_invalid": "The e-mail address or the password is wrong.",
  "auth.session_invalid": "Your session has ended. Sign in again.",
  "auth.scope_missing": "Your role in this project does not allow this.",
  "auth.cross_site": "The browser sent this request as if from another site. Reload the page and try again.",
  "account.exists": "An account exists already. Sign in with it.",
  "project.not_found": "This project does not exist, or you are not one of its members.",
  "key.not_found": "This key has been revoked.",
  "template.not_found": "This template does not exist, or it has been deleted.",
  "document.not_found": "This project has no such document.",
  "asset.not_found": "This asset has been deleted.",
  "asset.in_use": "Drafts or snippets use the asset. Remove it from them first.",
  "snippet.not_found": "This snippet has been deleted.",
  "brand.in_use": "Drafts or snippets need a colour or font of the brand. Remove it from them first.",
  "snippet.in_use": "Drafts or other snippets use the snippet. Remove it from them first.",
  "member.last_owner": "A project needs at least one owner. Make another member an owner first.",
  "dependency.unavailable": "A part of Platen is unavailable right now. Try again in a moment.",
};

/** Why to wait, for problems that say how long. Their own messages speak of headers. */
const reasonsToWait: Readonly<Record<string, string>> = {
  "rate.limited": "Too many attempts.",
  "project.busy": "This project makes too many documents at once.",
  "queue.full": "Platen has too many documents to make right now.",
};

/** The message of an error for the user. No other code writes such messages. */
export function problemMessage(error: unknown): string {
  if (!(error instanceof ApiProblem)) return "Platen did not answer. Check your connection and try again.";
  const reasonToWait = reasonsToWait[error.code];
  if (reasonToWait !== undefined) {
    const wait = error.retryAfterSeconds;
    return `${reasonToWait} ${wait === undefined ? "Wait a moment" : `Wait ${formatWait(wait)}`}, then try again.`;
  }
  if (error.code === "internal") {
    return `Something went wrong on the server. Its log has the details under request ${error.requestId}.`;
  }
  // An operation's own message is more specific than the table of codes.
  const isGeneral = error.message === meanings.get(error.code);
  return (isGeneral ? messages[error.code] : undefined) ?? sentence(error.message);
}

/** Codes that concern one field, although their problems have no details. */
const fieldOfCode: Readonly<Record<string, string>> = {
  "template.name_taken": "name",
  "asset.name_taken": "name",
  "snippet.name_taken": "name",
};

/** The error messages of a form by field name; undefined if the problem does not concern the fields. */
export function fieldMessages(error: unknown, fields: readonly string[]): Record<string, string> | undefined {
  if (!(error instanceof ApiProblem)) return undefined;
  const field = fieldOfCode[error.code];
  if (field !== undefined && fields.includes(field)) return { [field]: problemMessage(error) };
  // The message for an item of a list, `tags[1]`, appears at the list.
  const ofFields = error.details
    .map(({ path, message }) => ({ path: path.replace(/\[\d+\]$/, ""), message }))
    .filter(({ path }) => fields.includes(path));
  if (ofFields.length === 0) return undefined;
  return Object.fromEntries(ofFields.toReversed().map(({ path, message }) => [path, sentence(message)]));
}
