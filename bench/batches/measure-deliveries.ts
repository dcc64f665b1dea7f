import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { withConnection } from "@platen/provisioning";
import { waitFor } from "@platen/testing";
import { z } from "zod";
import type { BenchPlaten } from "../start-platen.ts";
import type { BatchSender } from "./batch-sender.ts";

const message = z.object({ data: z.object({ document: z.object({ documentId: z.string() }) }) });
const timeoutMs = 60_000;
const sendAgainSql = "UPDATE deliveries SET status = 'waiting', due_at = now(), lease = NULL, finished_at = NULL";

/**
 * Lets receivers take messages of so many documents: one after the other as the documents are made, then all at once.
 * Returns the milliseconds from the end of each document to its message, and the messages a second.
 */
export async function measureDeliveries(
  platen: Pick<BenchPlaten, "databaseUrl" | "processes">,
  { client }: Pick<BatchSender, "client">,
  options: { templateId: string; data: Record<string, unknown>; count: number; receivers: number },
): Promise<{ firstMs: number[]; perSecond: number }> {
  const { templateId, data, count } = options;
  const takenAt = new Map<string, number>();
  let [taken, firstAt, lastAt] = [0, 0, 0];
  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    response.writeHead(204).end();
    takenAt.set(message.parse(JSON.parse(body)).data.document.documentId, Date.now());
    lastAt = performance.now();
    if (taken === 0) firstAt = lastAt;
    taken += 1;
  }
  const receivers = await Promise.all(
    Array.from({ length: options.receivers }, async () => {
      const receiver = createServer((request, response) => void take(request, response)).listen(0, "127.0.0.1");
      await once(receiver, "listening");
      return receiver;
    }),
  );
  // The address is an object: the server listens on a port.
  const urls = receivers.map((receiver) => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`);
  const untilTaken = (wanted: number) =>
    waitFor(() => taken >= wanted, { timeoutMs, describe: `${wanted} messages, of which ${taken} came` });
  try {
    const firstMs: number[] = [];
    for (let made = 0; made < count; made += 1) {
      const { documentId } = await client.createDocument({ templateId, data, callbackUrl: urls[made % urls.length] });
      const { finishedAt } = await client.waitForDocument(documentId);
      await untilTaken(made + 1);
      firstMs.push((takenAt.get(documentId) ?? Number.NaN) - Date.parse(finishedAt ?? ""));
    }
    const { courier } = platen.processes;
    courier.kill("SIGSTOP");
    await withConnection(platen.databaseUrl, (connection) => connection.query(sendAgainSql));
    taken = 0;
    courier.kill("SIGCONT");
    await untilTaken(count);
    return { firstMs, perSecond: (count - 1) / ((lastAt - firstAt) / 1_000) };
  } finally {
    for (const receiver of receivers) receiver.close().closeAllConnections();
  }
}
