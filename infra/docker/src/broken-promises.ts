import { problems } from "@platen/contracts";
import { countSwapped } from "../../../e2e/faults/load/caller.ts";
import { deadlineMs, type Conversation } from "./steady-callers.ts";

/** What docs/reliability.md allows an answer beyond its deadline. */
const graceMs = 2_000;

/**
 * Where requests were not answered as docs/reliability.md promises: each with one complete answer, a PDF of its own or
 * an error with a stable code, in time; only a gateway that is killed may break connections.
 */
export async function brokenPromises(
  conversations: readonly Conversation[],
  mayBreakConnections: boolean,
): Promise<string[]> {
  const broken: string[] = [];
  const answers = conversations.flatMap((conversation) => conversation.answers);
  const late = answers.filter(({ sentAt, answeredAt }) => answeredAt - sentAt > deadlineMs + graceMs);
  if (late.length > 0) broken.push(`${late.length} answers came after ${deadlineMs + graceMs} ms`);

  const silent = conversations.filter(({ answers: own }) => own.at(-1)?.status === "no answer");
  if (silent.length > 0) broken.push(`${silent.length} requests were never answered`);

  const lost = answers.filter(({ status }) => status === "no answer");
  if (lost.length > 0 && !mayBreakConnections) broken.push(`${lost.length} connections broke`);

  const nameless = answers.filter(({ status, code }) => typeof status === "number" && status !== 200 && !isKnown(code));
  if (nameless.length > 0) broken.push(`${nameless.length} errors have no code of docs/errors.md`);

  const swapped = await countSwapped(answers);
  if (swapped > 0) broken.push(`${swapped} PDFs show something else than their own text`);

  const printed = answers.filter(({ status }) => status === 200);
  const documents = new Set(printed.map(({ documentId }) => documentId));
  if (documents.size !== printed.length) broken.push(`${printed.length} PDFs are ${documents.size} documents`);
  return broken;
}

function isKnown(code: string | undefined): boolean {
  return code !== undefined && Object.hasOwn(problems, code);
}
