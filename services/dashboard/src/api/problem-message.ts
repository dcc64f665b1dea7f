import { ApiProblem } from "@platen/client";
import { problems } from "@platen/contracts";

/** A wait in words, rounded up: "a few seconds", "4 minutes". */
export function waitInWords(seconds: number): string {
  if (seconds <= 10) return "a few seconds";
  if (seconds <= 60) return "a minute";
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}

/** A message of the contract as a sentence of its own. */
export function sentence(text: string): string {
  const plain = text.replaceAll("`", "").trim();
  // A field's name at the beginning stays as it is written.
  const start = /^\w+\.\w/.test(plain) ? plain : plain.charAt(0).toUpperCase() + plain.slice(1);
  return /[.!?]$/.test(start) ? start : `${start}.`;
}

const meanings = new Map<string, string>(Object.entries(problems).map(([code, { meaning }]) => [code, meaning]));

/** Codes whose meaning, written for programmers, reads better otherwise here. */
const words: Readonly<Record<string, string>> = {
  "auth.credentials_invalid": "The e-mail address or the password is wrong.",
  "auth.session_invalid": "Your session has ended. Sign in again.",
  "auth.scope_missing": "Your role in this project does not allow this.",
  "auth.cross_site": "The browser sent this request as if from another site. Reload the page and try again.",
  "account.exists": "There is an account already. Sign in with it.",
  "project.not_found": "This project does not exist, or you are not a member of it.",
  "key.not_found": "This key was revoked in the meantime.",
  "template.not_found": "This template was deleted in the meantime.",
  "document.not_found": "This project has no such document.",
  "member.last_owner": "A project keeps at least one owner. Make somebody else an owner first.",
  "dependency.unavailable": "A part of Platen is not reachable at the moment. Try again shortly.",
};

/** The one place that words an error for people. */
export function problemMessage(error: unknown): string {
  if (!(error instanceof ApiProblem)) return "Platen did not answer. Check the connection and try again.";
  if (error.code === "rate.limited") {
    const wait = error.retryAfterSeconds;
    return `Too many tries. ${wait === undefined ? "Wait a little" : `Wait ${waitInWords(wait)}`}, then try again.`;
  }
  if (error.code === "internal") {
    return `Something went wrong on the server. Its log has more under request ${error.requestId}.`;
  }
  // Where an operation says more than the table of codes does, it knows better.
  const isGeneral = error.message === meanings.get(error.code);
  return (isGeneral ? words[error.code] : undefined) ?? sentence(error.message);
}

/** Codes that are about one field, though their problems have no details. */
const fieldOfCode: Readonly<Record<string, string>> = { "template.name_taken": "name" };

/** What is wrong with which field of a form, by the field's name; undefined where the problem is of another kind. */
export function fieldMessages(error: unknown, fields: readonly string[]): Record<string, string> | undefined {
  if (!(error instanceof ApiProblem)) return undefined;
  const field = fieldOfCode[error.code];
  if (field !== undefined && fields.includes(field)) return { [field]: problemMessage(error) };
  // What is wrong with an item of a list, `tags[1]`, is shown at the list.
  const ofFields = error.details
    .map(({ path, message }) => ({ path: path.replace(/\[\d+\]$/, ""), message }))
    .filter(({ path }) => fields.includes(path));
  if (ofFields.length === 0) return undefined;
  return Object.fromEntries(ofFields.toReversed().map(({ path, message }) => [path, sentence(message)]));
}
