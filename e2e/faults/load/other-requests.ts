import { operations } from "@platen/contracts";
import { signIn } from "../../dashboard-session.ts";
import { createTemplate } from "../../project-setup.ts";
import { askFor, noAnswer, type Answer } from "./caller.ts";
import type { Tenants } from "./tenants.ts";

const patienceMs = 10_000;
/** Long enough for a process to check it. */
const html = `<p>${"a line of a letter ".repeat(1_300)}`;

async function timed(ask: () => Promise<boolean>): Promise<Answer> {
  const sentAt = performance.now();
  const isAnswered = await ask().catch(() => false);
  const status = isAnswered ? 200 : "no answer";
  return { ...noAnswer, marker: "", status, sentAt, answeredAt: performance.now() };
}

/**
 * Returns what uploads a row, opens a stream of a batch and saves a draft for the victim, some times, one after the other.
 * A stream without a place, which is over after its first event, has no answer.
 */
export async function otherRequests({ platen: { baseUrl, account }, victim }: Tenants) {
  const { apiKey, openBatch, projectId } = victim;
  const batch = `${baseUrl}/api/v1/batches/${await openBatch()}`;
  const owner = await signIn(baseUrl, account);
  const draft = await createTemplate(owner, projectId, { name: "Letter", html });
  const params = { projectId, templateId: draft.templateId };
  const authorization = `Bearer ${apiKey}`;
  let rows = 0;
  let { revision } = draft;

  async function upload(): Promise<Answer> {
    const headers = { authorization, "row-offset": String(rows) };
    const answer = await askFor("", `${batch}/rows`, { headers, body: '{"data":{}}\n', patienceMs });
    if (answer.status === 200) rows += 1;
    return answer;
  }

  async function hasStream(): Promise<boolean> {
    const signal = AbortSignal.timeout(patienceMs);
    const response = await fetch(`${batch}/events`, { headers: { authorization }, signal });
    const reader = response.body?.getReader();
    const first = Buffer.from((await reader?.read())?.value ?? []).toString();
    await reader?.cancel();
    return first.startsWith("retry: 1000\n");
  }

  async function isSaved(): Promise<boolean> {
    const body = { html, css: "", settings: {}, dataSets: [{ name: "Letter", json: "{}" }], revision };
    ({ revision } = await owner.call(operations.saveDraft.member, { params, body }));
    return true;
  }

  return async (count: number, hangUp?: AbortSignal): Promise<Answer[]> => {
    const answers: Answer[] = [];
    for (let sent = 0; sent < count; sent += 1) {
      if (hangUp?.aborted) break;
      answers.push(await upload(), await timed(hasStream), await timed(isSaved));
    }
    return answers;
  };
}
