import { once } from "node:events";
import { createServer, request as sendRequest, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { freePort } from "@platen/testing";

const lateMs = 2_500;

/**
 * The fate of a call: it passes, passes with a late answer, its connection breaks after it has arrived, it gets no answer,
 * or the answer is an error of the catalog or a bucket's request to slow down.
 */
export type CallFate = "passes" | "answers late" | "breaks" | "hangs" | "fails" | "slow down";

export type Call = { method: string; path: string; range: string | undefined };

/** Decides what happens to a call once this resolves: a slow service resolves late. */
export type OnCall = (call: Call) => CallFate | Promise<CallFate>;

/** Sees each answer before the caller does. If it returns false, the caller gets no answer. */
export type OnAnswer = (body: string, path: string) => boolean;

export type CallProxy = { port: number; url: string; close(): void };

const errors: Partial<Record<CallFate, [status: number, body: string]>> = {
  fails: [500, "{}"],
  "slow down": [503, "<Error><Code>SlowDown</Code><Message>Reduce your rate.</Message></Error>"],
};

/**
 * Starts a proxy in front of a bucket or a catalog, which passes calls as they are: the signatures of a bucket's calls hold.
 * `onCall` sees a call when its body has arrived.
 */
export async function startCallProxy(
  target: number | string,
  { onCall = () => "passes", onAnswer }: { onCall?: OnCall; onAnswer?: OnAnswer },
): Promise<CallProxy> {
  const targetPort = typeof target === "number" ? target : Number(new URL(target).port);

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const { method = "GET", url: path = "/", headers } = request;
    const fate = await onCall({ method, path, range: headers.range });
    if (fate === "breaks") response.destroy();
    const error = errors[fate];
    if (error) response.writeHead(error[0]).end(error[1]);
    if (fate !== "passes" && fate !== "answers late") return;
    const onward = sendRequest({ host: "127.0.0.1", port: targetPort, path, method, headers });
    onward.on("error", () => response.destroy());
    onward.end(body);
    const [answer] = (await once(onward, "response")) as [IncomingMessage];
    // Paused until it is read.
    if (fate === "answers late") await delay(lateMs);
    if (!onAnswer) return void answer.pipe(response.writeHead(answer.statusCode ?? 502, answer.headers));
    const bytes = await buffer(answer);
    if (onAnswer(bytes.toString(), path)) response.writeHead(answer.statusCode ?? 502, answer.headers).end(bytes);
  }

  const server = createServer((request, response) => {
    pass(request, response).catch(() => response.destroy());
  });
  const port = await freePort();
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The fate of a call that takes so long. */
export async function after(ms: number, fate: CallFate): Promise<CallFate> {
  await delay(ms);
  return fate;
}
