import { once } from "node:events";
import { createServer, request as sendRequest, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { freePort } from "@platen/testing";

const lateMs = 2_500;

/**
 * What happens to a call: it passes, passes with a late answer, its connection breaks after it has arrived, or the service
 * asks to slow down.
 */
export type CallFate = "passes" | "answers late" | "cut" | "slow down";

export type BucketCall = { method: string; path: string; range: string | undefined };

/** Decides what happens to a call once this resolves: a slow service resolves late. */
export type OnCall = (call: BucketCall) => CallFate | Promise<CallFate>;

/**
 * Starts a proxy in front of a bucket, which passes calls as they are: their signatures hold. `onCall` sees a call when
 * its body has arrived.
 */
export async function startBucketProxy(bucketPort: number, onCall: OnCall): Promise<{ port: number; close(): void }> {
  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const { method = "GET", url = "/", headers } = request;
    const fate = await onCall({ method, path: url, range: headers.range });
    if (fate === "cut") return void request.socket.destroy();
    if (fate === "slow down") {
      response.writeHead(503).end("<Error><Code>SlowDown</Code><Message>Reduce your rate.</Message></Error>");
      return;
    }
    const onward = sendRequest({ host: "127.0.0.1", port: bucketPort, path: url, method, headers }, (answer) => {
      const send = () => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      };
      // Paused until it is piped.
      if (fate === "answers late") setTimeout(send, lateMs);
      else send();
    });
    onward.on("error", () => response.destroy());
    onward.end(body);
  }

  const server = createServer((request, response) => {
    pass(request, response).catch(() => response.destroy());
  });
  const port = await freePort();
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    port,
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
