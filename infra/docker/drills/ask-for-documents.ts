// Asks a gateway for documents at a steady rate, without waiting for answers, and answers questions about them:
//   node ask-for-documents.ts URL <output file of seed-demo.ts> <requests a second>
// A question is a line of standard input, its answer a line of standard output. Times are milliseconds since 1970.
//   recovered SINCE PATIENCE   the time from SINCE until ten requests in a row get their PDF, or `never`
//   answers SINCE EXPECTED     slowest answer, unexpected answers, all answers, of the requests since SINCE, by tabs
// It needs Node.js alone, since it runs in a container of Node's image.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";

type Request = { sentAt: number; answeredAt?: number; result?: string };
type Demo = { apiKey: string; templates: { templateId: string; name: string; sampleData: unknown }[] };

const [url = "", demoFile = "", perSecond = ""] = process.argv.slice(2);
const inARow = 10;
const patienceMs = 60_000;

// seed-demo.ts of the same release wrote the file.
const demo = JSON.parse(readFileSync(demoFile, "utf8")) as Demo;
const template = demo.templates.find(({ name }) => /label/i.test(name));
if (!template) throw new Error("The demo has no template with a label.");
const body = JSON.stringify({ templateId: template.templateId, data: template.sampleData });
const headers = { authorization: `Bearer ${demo.apiKey}`, "content-type": "application/json" };

const requests: Request[] = [];
const unanswered = new Set<Promise<void>>();

async function resultOf(response: Response): Promise<string> {
  const bytes = Buffer.from(await response.arrayBuffer());
  if (response.ok) return bytes.toString("latin1", 0, 5) === "%PDF-" ? "200" : "200 without a PDF";
  const code = /"code":"([\w.]+)"/.exec(bytes.toString())?.[1] ?? "without a code";
  const isPolite = response.status !== 503 || response.headers.has("retry-after");
  return `${response.status} ${code}${isPolite ? "" : " without Retry-After"}`;
}

/** Tells a connection that was not made from a request that got no answer, or half of one. */
function failureOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  // Node.js names the system call and the code of such errors.
  const { syscall, code } = (cause ?? {}) as { syscall?: string; code?: string };
  const isUnreached = syscall === "connect" || syscall === "getaddrinfo" || code === "UND_ERR_CONNECT_TIMEOUT";
  return isUnreached ? "no connection" : `no answer (${code ?? String(error)})`;
}

async function send(request: Request): Promise<void> {
  try {
    const signal = AbortSignal.timeout(patienceMs);
    request.result = await resultOf(await fetch(`${url}/api/v1/generate`, { method: "POST", headers, body, signal }));
  } catch (error) {
    request.result = failureOf(error);
  }
  request.answeredAt = Date.now();
}

const timer = setInterval(
  () => {
    const request: Request = { sentAt: Date.now() };
    requests.push(request);
    const sending = send(request).finally(() => unanswered.delete(sending));
    unanswered.add(sending);
  },
  1_000 / Number(perSecond),
);

function goodFrom(since: number): number | undefined {
  const later = requests.filter(({ sentAt }) => sentAt >= since);
  const first = later.findIndex((_, at) => {
    const row = later.slice(at, at + inARow);
    return row.length === inARow && row.every(({ result }) => result === "200");
  });
  return later[first]?.sentAt;
}

async function recovered(since: number, patience: number): Promise<string> {
  for (;;) {
    const at = goodFrom(since);
    if (at !== undefined) return String(at - since);
    if (Date.now() - since > patience) return "never";
    await delay(100);
  }
}

function count(results: readonly string[]): string {
  const groups = [...Map.groupBy(results, (result) => result)];
  const counts = groups.map(([result, { length }]) => `${length} × ${result}`);
  return counts.toSorted().join(", ") || "-";
}

const unexpected: Record<string, RegExp> = {
  /** A PDF, or what a caller may try again. */
  retryable: /^(?!200$|503 [\w.]+$|504 )/,
  /** A PDF. */
  documents: /^(?!200$)/,
  /** The same, or no connection to a gateway that is stopped. */
  unreachable: /^(?!200$|503 [\w.]+$|504 |no connection$)/,
};

async function answers(since: number, expected: string): Promise<string> {
  const asked = requests.filter(({ sentAt }) => sentAt >= since);
  await Promise.all(unanswered);
  const results = asked.map(({ result = "" }) => result);
  const slowest = Math.max(0, ...asked.map(({ sentAt, answeredAt = Infinity }) => answeredAt - sentAt));
  const bad = results.filter((result) => unexpected[expected]?.test(result) ?? true);
  return [slowest, count(bad), count(results)].join("\t");
}

for await (const line of createInterface({ input: process.stdin })) {
  const [question, since, argument = ""] = line.split(" ");
  const answer =
    question === "recovered" ? recovered(Number(since), Number(argument)) : answers(Number(since), argument);
  process.stdout.write(`${await answer}\n`);
}
clearInterval(timer);
