import { problems } from "@platen/contracts";
import { countSwapped } from "@platen/e2e/caller";
import { deadlineMs, type Conversation } from "./steady-callers.ts";

/** The time after its deadline in which docs/reliability.md allows an answer. */
const graceMs = 2_000;

/**
 * The violations of docs/reliability.md: each request gets one complete answer in time, a PDF of its own or an error with
 * a stable code, and only a killed gateway may break connections.
 */
export async function contractViolations(
  conversations: readonly Conversation[],
  mayBreakConnections: boolean,
): Promise<string[]> {
  const violations: string[] = [];
  const answers = conversations.flatMap((conversation) => conversation.answers);
  const late = answers.filter(({ sentAt, answeredAt }) => answeredAt - sentAt > deadlineMs + graceMs);
  if (late.length > 0) violations.push(`${late.length} answers came after ${deadlineMs + graceMs} ms`);

  const silent = conversations.filter(({ answers: own }) => own.at(-1)?.status === "no answer");
  if (silent.length > 0) violations.push(`${silent.length} requests were never answered`);

  const lost = answers.filter(({ status }) => status === "no answer");
  if (lost.length > 0 && !mayBreakConnections) violations.push(`${lost.length} connections broke`);

  const nameless = answers.filter(({ status, code }) => typeof status === "number" && status !== 200 && !isKnown(code));
  if (nameless.length > 0) violations.push(`${nameless.length} errors have no code of docs/errors.md`);

  const swapped = await countSwapped(answers);
  if (swapped > 0) violations.push(`${swapped} PDFs show another text than their own`);

  const printed = answers.filter(({ status }) => status === 200);
  const documents = new Set(printed.map(({ documentId }) => documentId));
  if (documents.size !== printed.length)
    violations.push(`${printed.length} PDFs belong to only ${documents.size} documents`);
  return violations;
}

function isKnown(code: string | undefined): boolean {
  return code !== undefined && Object.hasOwn(problems, code);
}
