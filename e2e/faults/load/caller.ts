import { setTimeout as delay } from "node:timers/promises";
import { pdfPageText } from "@platen/testing";
import { z } from "zod";
import { signIn, type Credentials } from "../../dashboard-session.ts";
import { createKey, createProject, publishTemplate } from "../../project-setup.ts";

/** What came of one request. */
export type Answer = {
  /** The text that its document, and no other, has to show. */
  marker: string;
  /** The HTTP status, or what else became of the request. */
  status: number | "hung up" | "no answer";
  /** The code of a problem. */
  code: string | undefined;
  documentId: string | undefined;
  /** When it was sent and answered, on the clock of `performance.now()`. */
  sentAt: number;
  answeredAt: number;
  retryAfter: string | undefined;
  pdf: Uint8Array | undefined;
};

export type AskOptions = {
  baseUrl?: string;
  headers?: Record<string, string>;
  /** After this long the caller hangs up. */
  patienceMs?: number;
  /** And when this fires. */
  signal?: AbortSignal;
  /** More of the template's data. */
  data?: Record<string, unknown>;
  /** Page settings of the request. */
  settings?: Record<string, unknown>;
};

/** A customer with a project, a template and a key of its own, who notes what comes of each request. */
export type Caller = {
  projectId: string;
  templateId: string;
  apiKey: string;
  /** Asks for one document that shows `marker`; never rejects. */
  ask(marker: string, options?: AskOptions): Promise<Answer>;
};

const problem = z.object({ error: z.object({ code: z.string() }) });
/** Longer than any answer may take: who waits so long gets none. */
const longestWaitMs = 70_000;

/** Makes a caller; its template's `html` shows `{{marker}}`. */
export async function createCaller(
  platen: { baseUrl: string; account: Credentials },
  name: string,
  html = "<p>{{marker}}</p>",
): Promise<Caller> {
  const dashboard = await signIn(platen.baseUrl, platen.account);
  const projectId = await createProject(dashboard, name);
  const templateId = await publishTemplate(dashboard, projectId, { name, html });
  const { key: apiKey } = await createKey(platen.baseUrl, dashboard, projectId);

  async function ask(marker: string, options: AskOptions = {}): Promise<Answer> {
    const { baseUrl = platen.baseUrl, headers = {}, patienceMs, data = {}, settings = {} } = options;
    const sentAt = performance.now();
    const nothing = { code: undefined, documentId: undefined, retryAfter: undefined, pdf: undefined };
    const answer = (status: Answer["status"], rest: Partial<Answer> = {}): Answer => {
      return { ...nothing, marker, status, sentAt, answeredAt: performance.now(), ...rest };
    };
    try {
      const response = await fetch(`${baseUrl}/api/v1/generate`, {
        method: "POST",
        headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json", ...headers },
        body: JSON.stringify({ templateId, data: { ...data, marker }, options: settings }),
        signal: AbortSignal.any([
          AbortSignal.timeout(patienceMs ?? longestWaitMs),
          ...(options.signal ? [options.signal] : []),
        ]),
      });
      const bytes = new Uint8Array(await response.arrayBuffer());
      const known = {
        documentId: response.headers.get("platen-document-id") ?? undefined,
        retryAfter: response.headers.get("retry-after") ?? undefined,
      };
      if (response.ok) return answer(response.status, { ...known, pdf: bytes });
      const said = problem.safeParse(JSON.parse(Buffer.from(bytes).toString()));
      return answer(response.status, { ...known, code: said.data?.error.code });
    } catch {
      const hungUp = patienceMs !== undefined && performance.now() - sentAt >= patienceMs - 1;
      return answer(hungUp ? "hung up" : "no answer");
    }
  }

  return { projectId, templateId, apiKey, ask };
}

/** Sends a request every so often, whatever became of those before, until it is stopped; then gives all answers. */
export function askSteadily(
  perSecond: number,
  ask: (number: number) => Promise<Answer>,
): { stop(): Promise<Answer[]> } {
  const answers: Promise<Answer>[] = [];
  const timer = setInterval(() => answers.push(ask(answers.length)), 1_000 / perSecond);
  return {
    stop() {
      clearInterval(timer);
      return Promise.all(answers);
    },
  };
}

/** Sends `count` requests, `lanes` at a time. */
export async function askConcurrently(
  count: number,
  lanes: number,
  ask: (number: number) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  let next = 0;
  const lane = async () => {
    while (next < count) {
      next += 1;
      answers.push(await ask(next));
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return answers;
}

/** Sends requests one after the other until one is answered 200; gives the time at which that was. */
export async function untilAnswered(ask: () => Promise<Answer>, withinMs: number): Promise<number> {
  const giveUpAt = performance.now() + withinMs;
  while (performance.now() < giveUpAt) {
    const { status, answeredAt } = await ask();
    if (status === 200) return answeredAt;
    await delay(20);
  }
  return Infinity;
}

/** How many of the answers with a PDF show something else than their own marker. */
export async function countSwapped(answers: readonly Answer[]): Promise<number> {
  let swapped = 0;
  for (const { pdf, marker } of answers) {
    if (pdf && (await pdfPageText(pdf, 1)).split("\n")[0] !== marker) swapped += 1;
  }
  return swapped;
}

/** How many of the answers have the status, or each status with its number: "200: 48, 503: 2". */
export function countStatuses(answers: readonly Answer[]): string {
  const counts = new Map<string, number>();
  for (const { status, code } of answers) {
    const what = code === undefined ? String(status) : `${status} ${code}`;
    counts.set(what, (counts.get(what) ?? 0) + 1);
  }
  return [...counts].map(([what, count]) => `${what}: ${count}`).join(", ");
}

/** The longest time an answer took, in milliseconds. */
export function slowest(answers: readonly Answer[]): number {
  return Math.max(0, ...answers.map(({ sentAt, answeredAt }) => answeredAt - sentAt));
}
