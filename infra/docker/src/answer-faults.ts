import { problems } from "@platen/contracts";
import { countSwapped } from "../../../e2e/faults/caller.ts";
import { deadlineMs, type Conversation } from "./steady-callers.ts";

/** The time after its deadline within which docs/reliability.md promises an answer. */
const graceMs = 2_000;

/**
 * Finds answers that docs/reliability.md does not allow. It promises each request one complete answer in time: its own
 * PDF, or an error with a stable code. Only killing a gateway may break connections.
 */
export async function answerFaults(
  conversations: readonly Conversation[],
  mayBreakConnections: boolean,
): Promise<string[]> {
  const faults: string[] = [];
  const answers = conversations.flatMap((conversation) => conversation.answers);
  const late = answers.filter(({ sentAt, answeredAt }) => answeredAt - sentAt > deadlineMs + graceMs);
  if (late.length > 0) faults.push(`${late.length} answers came after ${deadlineMs + graceMs} ms`);

  const silent = conversations.filter(({ answers: own }) => own.at(-1)?.status === "no answer");
  if (silent.length > 0) faults.push(`${silent.length} requests got no answer`);

  const lost = answers.filter(({ status }) => status === "no answer");
  if (lost.length > 0 && !mayBreakConnections) faults.push(`${lost.length} connections broke`);

  const unknown = answers.filter(({ status, code }) => typeof status === "number" && status !== 200 && !isKnown(code));
  if (unknown.length > 0) faults.push(`${unknown.length} errors have a code that is not in docs/errors.md`);

  const swapped = await countSwapped(answers);
  if (swapped > 0) faults.push(`${swapped} PDFs show the text of another request`);

  const printed = answers.filter(({ status }) => status === 200);
  const documents = new Set(printed.map(({ documentId }) => documentId));
  if (documents.size !== printed.length) faults.push(`${printed.length} PDFs have ${documents.size} document ids`);
  return faults;
}

function isKnown(code: string | undefined): boolean {
  return code !== undefined && Object.hasOwn(problems, code);
}
