import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { createClient, type Client } from "@platen/client";
import { waitFor } from "@platen/testing";
import { startSlowReceiver } from "../../harms/slow-receiver.ts";
import { generate, oneRenderMs } from "../../harms/tenant-requests.ts";
import { countStatuses, type Answer } from "../../load/caller.ts";
import { ownProjects } from "../../load/own-projects.ts";
import { tenantRows } from "../../runner/tenant-row.ts";

// One row for each way in which what an account leaves behind, or has sent, could hurt another account. "Off" says how a
// row is seen to fail.

/** Limits of a project and of its account. */
const limitsOf = (name: string, ofProject: number) => ({
  [`PROJECT_${name}_BYTES`]: String(ofProject),
  [`ACCOUNT_${name}_BYTES`]: String(1.5 * ofProject),
});
const tenantRow = tenantRows(
  {},
  { oneRenderMs, peaceMs: 1_500, bounds: { growthMegabytes: 250, workAfterwards: 25 } },
  { ...limitsOf("CONTENT", 10_000), ...limitsOf("ROW", 1_000_000), ...limitsOf("WAITING", 1_000_000) },
);

/** Nothing makes it smaller. */
const incompressible = (bytes: number) => randomBytes((bytes * 3) / 4).toString("base64");
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString();

/** Has a message sent: that of a document for tomorrow, which is cancelled. */
async function prepareMessage(
  client: Client,
  templateId: string,
  callbackUrl: string,
): Promise<() => Promise<unknown>> {
  const { documentId } = await client.createDocument({ templateId, data: {}, notBefore: tomorrow(), callbackUrl });
  return () => client.cancelDocument(documentId);
}

const names = 12;
const messagesOfName = 10;
const waits = { alone: 0, beside: 0 };
// Off: places by the origins of receivers; the victim's message waited for eight seconds.
tenantRow("T25", "A slow receiver at twelve names", {
  answers: /^200/,
  forMs: 0,
  async prepare({ platen, victim, ...tenants }) {
    const receiver = await startSlowReceiver();
    const [{ apiKey, templateId }] = await ownProjects({ platen, ...tenants }, 1);
    const client = createClient({ baseUrl: platen.baseUrl, apiKey });
    const slow: (() => Promise<unknown>)[] = [];
    for (let index = 0; index < names * messagesOfName; index += 1) {
      const url = receiver.urlOf(`slow${index % names}.localhost`, "/slow");
      slow.push(await prepareMessage(client, templateId, url));
    }
    async function ownMessage(): Promise<number> {
      const cancel = await prepareMessage(victim.client, victim.templateId, receiver.urlOf("127.0.0.1", "/own"));
      const before = receiver.arrived.length;
      const sentAt = performance.now();
      await cancel();
      const arrivedAt = await waitFor(() => receiver.arrived[before], {
        timeoutMs: 20_000,
        describe: "the victim's message",
      }).catch(() => Infinity);
      return arrivedAt - sentAt;
    }
    waits.alone = await ownMessage();
    return async () => {
      await Promise.all(slow.slice(0, 100).map((cancel) => cancel()));
      await Promise.all(slow.slice(100).map((cancel) => cancel()));
      waits.beside = await ownMessage();
      receiver.close();
    };
  },
  check(figures) {
    figures.atMost("the time of the victim's message", waits.beside, 3 * waits.alone + 1_000, "ms");
  },
});

const left: Record<"content" | "rows" | "waiting", Answer[]> = { content: [], rows: [], waiting: [] };
// Off: no limits of bytes; all is taken until the disks are full.
tenantRow("T23", "Kept PDFs, rows and data for tomorrow, in two own projects", {
  answers: /^(hung up|20[012]|409 (quota\.reached|batch\.offset_mismatch)|503 queue\.full)/,
  forMs: 0,
  async prepare(tenants) {
    const places = await ownProjects(tenants, 2);
    const data = { x: incompressible(100_000) };
    const row = `${JSON.stringify({ data })}\n`;
    const own = (index: number) => places[index % 2] ?? places[0];
    return async (send, hangUp) => {
      const post = (index: number, path: string, body: object | string, more: Record<string, string> = {}) => {
        const headers = { authorization: `Bearer ${own(index).apiKey}`, ...more };
        return send(path, { as: "key", body: typeof body === "string" ? body : JSON.stringify(body), headers });
      };
      /** Sums are made every few seconds, so more than the limit is taken at first. */
      async function untilRefused(what: keyof typeof left, ask: (sent: number) => Promise<Answer>): Promise<void> {
        for (let sent = 0; sent < 100 && !hangUp.aborted; sent += 1) {
          const answer = await ask(sent);
          left[what].push(answer);
          if (answer.code === "quota.reached") return;
          await delay(100);
        }
      }
      await Promise.all([
        untilRefused("content", (sent) =>
          post(sent, generate, { templateId: own(sent).templateId, data: {}, store: true }),
        ),
        untilRefused("waiting", (sent) =>
          post(sent, "/api/v1/documents", { templateId: own(sent).templateId, data, notBefore: tomorrow() }),
        ),
        untilRefused("rows", (sent) => {
          const offset = { "row-offset": String(Math.floor(sent / 2)) };
          return post(sent, `/api/v1/batches/${own(sent).batchId}/rows`, row, offset);
        }),
      ]);
    };
  },
  async check(figures, { victim }) {
    for (const what of ["content", "rows", "waiting"] as const) {
      const isRefused = left[what].some(({ code }) => code === "quota.reached");
      figures.isTrue(`${what}: refused at the limit`, isRefused, countStatuses(left[what]));
    }
    const kept = await victim.client.generateDocument({ templateId: victim.templateId, data: {}, store: true });
    figures.isTrue("then the victim keeps a PDF", kept.documentId !== undefined, kept.documentId ?? "");
  },
});
