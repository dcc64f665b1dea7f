import { setTimeout as delay } from "node:timers/promises";
import type { Client } from "@platen/client";
import type { PageSettings } from "@platen/contracts";
import { pdfPageText, waitFor } from "@platen/testing";
import { z } from "zod";
import { signIn, type Credentials } from "../../dashboard-session.ts";
import { createKey, createProject, publishTemplate } from "../../project-setup.ts";

/** The outcome of one request. */
export type Answer = {
  /** The text that only its document shows. */
  marker: string;
  /** The HTTP status, or the end of a request without one. */
  status: number | "hung up" | "no answer";
  /** The code of an error. */
  code: string | undefined;
  documentId: string | undefined;
  /** The times of request and answer, on the clock of `performance.now()`. */
  sentAt: number;
  answeredAt: number;
  retryAfter: string | undefined;
  /** The time of its rendering in milliseconds, as the gateway says; 0 without a document. */
  renderMs: number;
  pdf: Uint8Array | undefined;
};

export type AskOptions = {
  baseUrl?: string;
  headers?: Record<string, string>;
  /** The caller hangs up after this time. */
  patienceMs?: number;
  /** The caller hangs up when this fires. */
  signal?: AbortSignal;
  /** Data of the template besides `marker`. */
  data?: Record<string, unknown>;
  settings?: PageSettings;
};

/** A customer with its own project, template and API key, which records the outcome of each request. */
export type Caller = {
  projectId: string;
  templateId: string;
  apiKey: string;
  client: Client;
  /** Asks for a document that shows `marker`; never rejects. */
  ask(marker: string, options?: AskOptions): Promise<Answer>;
  /** Asks for such a document without waiting for it: an answer of 202 has its id. Never rejects. */
  askForLater(marker: string): Promise<Answer>;
};

const accepted = z.object({ data: z.object({ documentId: z.string() }) });
const problem = z.object({ error: z.object({ code: z.string() }) });
/** Longer than the longest deadline. */
const longestWaitMs = 70_000;

/** A request with a body of JSON, which is a POST unless `method` says otherwise. */
export type RawRequest = Pick<AskOptions, "headers"> & {
  signal?: AbortSignal | undefined;
  method?: string;
  body?: string | Uint8Array<ArrayBuffer>;
  patienceMs?: number | undefined;
};

/** The facts of a request whose answer says nothing. */
export const noAnswer = { code: undefined, documentId: undefined, retryAfter: undefined, renderMs: 0, pdf: undefined };

/** Sends one request and records its outcome; never rejects. */
export async function askFor(
  marker: string,
  url: string,
  { method = "POST", headers, body, patienceMs, signal }: RawRequest,
): Promise<Answer> {
  const sentAt = performance.now();
  const answer = (status: Answer["status"], rest: Partial<Answer> = {}): Answer => {
    return { ...noAnswer, marker, status, sentAt, answeredAt: performance.now(), ...rest };
  };
  try {
    const response = await fetch(url, {
      method,
      headers: { "content-type": "application/json", ...headers },
      ...(body !== undefined && { body }),
      signal: AbortSignal.any([AbortSignal.timeout(patienceMs ?? longestWaitMs), ...(signal ? [signal] : [])]),
    });
    const bytes = new Uint8Array(await response.arrayBuffer());
    const known = {
      documentId: response.headers.get("platen-document-id") ?? undefined,
      retryAfter: response.headers.get("retry-after") ?? undefined,
      renderMs: Number(/render;dur=([\d.]+)/.exec(response.headers.get("server-timing") ?? "")?.[1] ?? 0),
    };
    if (response.ok && response.status !== 202) return answer(response.status, { ...known, pdf: bytes });
    const json: unknown = JSON.parse(Buffer.from(bytes).toString());
    if (response.ok) return answer(202, { ...known, documentId: accepted.safeParse(json).data?.data.documentId });
    const said = problem.safeParse(json);
    return answer(response.status, { ...known, code: said.data?.error.code });
  } catch {
    const hungUp = signal?.aborted || (patienceMs !== undefined && performance.now() - sentAt >= patienceMs - 1);
    return answer(hungUp ? "hung up" : "no answer");
  }
}

/** Creates a caller. The `html` of its template shows `{{marker}}`. */
export async function createCaller(
  platen: { baseUrl: string; account: Credentials },
  name: string,
  html = "<p>{{marker}}</p>",
  settings: PageSettings = {},
): Promise<Caller> {
  // On a busy machine the database may be away for a moment.
  const dashboard = await waitFor(() => signIn(platen.baseUrl, platen.account), { describe: "a session" });
  const projectId = await createProject(dashboard, name);
  const templateId = await publishTemplate(dashboard, projectId, { name, html, settings });
  const { key: apiKey, client } = await createKey(platen.baseUrl, dashboard, projectId);

  function ask(marker: string, options: AskOptions = {}): Promise<Answer> {
    const { baseUrl = platen.baseUrl, headers = {}, patienceMs, signal, data = {}, settings = {} } = options;
    return askFor(marker, `${baseUrl}/api/v1/generate`, {
      headers: { authorization: `Bearer ${apiKey}`, ...headers },
      body: JSON.stringify({ templateId, data: { ...data, marker }, options: settings }),
      patienceMs,
      signal,
    });
  }

  function askForLater(marker: string): Promise<Answer> {
    return askFor(marker, `${platen.baseUrl}/api/v1/documents`, {
      headers: { authorization: `Bearer ${apiKey}` },
      body: JSON.stringify({ templateId, data: { marker } }),
    });
  }

  return { projectId, templateId, apiKey, client, ask, askForLater };
}

/** Asks again after `Retry-After` while the queue is full, as a client does. The answer is that of the last request. */
export async function askUntilAdmitted(ask: () => Promise<Answer>): Promise<Answer> {
  const startedAt = performance.now();
  let answer = await ask();
  while (answer.code === "queue.full" && performance.now() - startedAt < longestWaitMs) {
    await delay(Number(answer.retryAfter) * 1_000);
    answer = await ask();
  }
  return answer;
}

/** Sends the request of this number. */
type Ask = (number: number) => Promise<Answer>;

/** Sends requests at a rate, without waiting for answers, until it is stopped; `stop` resolves to all answers. */
export function askSteadily(perSecond: number, ask: Ask): { stop(): Promise<Answer[]> } {
  const answers: Promise<Answer>[] = [];
  // A row that throws before `stop` must not keep the run from its end.
  const timer = setInterval(() => answers.push(ask(answers.length)), 1_000 / perSecond).unref();
  return {
    stop() {
      clearInterval(timer);
      return Promise.all(answers);
    },
  };
}

/** Sends `count` requests, `concurrency` at a time. */
export function askConcurrently(count: number, concurrency: number, ask: Ask): Promise<Answer[]> {
  return askWhile((sent) => sent < count, concurrency, ask);
}

/** Keeps `concurrency` requests in progress for `ms`. */
export function keepAsking(concurrency: number, ms: number, ask: Ask): Promise<Answer[]> {
  const endsAt = performance.now() + ms;
  return askWhile(() => performance.now() < endsAt, concurrency, ask);
}

/** Sends requests, `concurrency` at a time, until `goesOn` is false; it gets the number of requests sent. */
async function askWhile(goesOn: (sent: number) => boolean, concurrency: number, ask: Ask): Promise<Answer[]> {
  const answers: Answer[] = [];
  let sent = 0;
  const client = async () => {
    while (goesOn(sent)) {
      sent += 1;
      answers.push(await ask(sent));
    }
  };
  await Promise.all(Array.from({ length: concurrency }, client));
  return answers;
}

/** Sends `count` requests at once. */
export function askAtOnce(count: number, ask: Ask): Promise<Answer[]> {
  return Promise.all(Array.from({ length: count }, (_, number) => ask(number)));
}

/** Sends requests one after the other until one is answered with 200, and returns the time of that answer. */
export async function untilAnswered(ask: () => Promise<Answer>, withinMs: number): Promise<number> {
  const giveUpAt = performance.now() + withinMs;
  while (performance.now() < giveUpAt) {
    const { status, answeredAt } = await ask();
    if (status === 200) return answeredAt;
    await delay(20);
  }
  return Infinity;
}

/** Counts the PDFs that show another text than their own marker. */
export async function countSwapped(answers: readonly Answer[]): Promise<number> {
  let swapped = 0;
  for (const { pdf, marker } of answers) {
    if (pdf && (await pdfPageText(pdf, 1)).split("\n")[0] !== marker) swapped += 1;
  }
  return swapped;
}

/** Counts the answers by status and error code: "200: 48, 503 queue.full: 2". */
export function countStatuses(answers: readonly Answer[]): string {
  const counts = new Map<string, number>();
  for (const { status, code } of answers) {
    const what = code === undefined ? String(status) : `${status} ${code}`;
    counts.set(what, (counts.get(what) ?? 0) + 1);
  }
  return [...counts].map(([what, count]) => `${what}: ${count}`).join(", ");
}

/** The time of the slowest answer in milliseconds. */
export function slowest(answers: readonly Answer[]): number {
  return Math.max(0, ...answers.map(({ sentAt, answeredAt }) => answeredAt - sentAt));
}
