import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { createClient } from "@platen/client";
import { samples } from "@platen/samples";
import { z } from "zod";

/** An answer, with times of `performance.now()`. A request without an answer is `broken`. */
export type Answer = { sentAt: number; answeredAt: number; result: string };

const problem = z.object({ error: z.object({ code: z.string() }) });
const patienceMs = 60_000;

/** Asks for one document after the other at a steady rate, without waiting for answers. */
export async function startSteadyLoad(options: { url: string; demoFile: string; perSecond: number }) {
  const { url, demoFile, perSecond } = options;
  const { apiKey } = z.object({ apiKey: z.string() }).parse(JSON.parse(readFileSync(demoFile, "utf8")));
  const sample = samples.find(({ slug }) => slug === "shipping-label");
  const client = createClient({ baseUrl: url, apiKey });
  let templateId: string | undefined;
  for await (const template of client.allTemplates())
    if (template.name === sample?.name) templateId = template.templateId;
  const body = JSON.stringify({ templateId, data: sample?.sampleData });
  const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };
  const answers: Answer[] = [];

  async function send(): Promise<string> {
    const signal = AbortSignal.timeout(patienceMs);
    const response = await fetch(`${url}/api/v1/generate`, { method: "POST", headers, body, signal });
    const bytes = Buffer.from(await response.arrayBuffer());
    if (response.ok) return bytes.toString("latin1", 0, 5) === "%PDF-" ? "200" : "200 without a PDF";
    const { error } = problem.parse(JSON.parse(bytes.toString()));
    const isPolite = response.status !== 503 || response.headers.has("retry-after");
    return `${response.status} ${error.code}${isPolite ? "" : " without Retry-After"}`;
  }

  async function ask(): Promise<void> {
    const sentAt = performance.now();
    const result = await send().catch(() => "broken");
    answers.push({ sentAt, answeredAt: performance.now(), result });
  }

  const asking = new Set<Promise<void>>();
  const timer = setInterval(() => {
    const asked = ask().finally(() => asking.delete(asked));
    asking.add(asked);
  }, 1_000 / perSecond);

  /** The time after `since` from which on ten requests in a row got their PDF; undefined until then. */
  function goodFrom(since: number): number | undefined {
    const later = answers.filter(({ sentAt }) => sentAt >= since).toSorted((one, other) => one.sentAt - other.sentAt);
    const first = later.findIndex((_, at) => {
      const row = later.slice(at, at + 10);
      return row.length === 10 && row.every(({ result }) => result === "200");
    });
    return later[first]?.sentAt;
  }

  return {
    answers,
    /** Waits until ten requests in a row got their PDF. Returns the milliseconds since then, or Infinity. */
    async recovery(since: number, patienceMs: number): Promise<number> {
      for (;;) {
        const at = goodFrom(since);
        if (at !== undefined) return at - since;
        if (performance.now() - since > patienceMs) return Infinity;
        await delay(200);
      }
    },
    /** Waits for the answers to all requests that were sent. */
    async settled(): Promise<void> {
      await Promise.all(asking);
    },
    async stop(): Promise<void> {
      clearInterval(timer);
      await Promise.all(asking);
    },
  };
}
