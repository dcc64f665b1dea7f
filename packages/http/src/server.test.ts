import { Agent, get } from "node:http";
import { once } from "node:events";
import { expect, test } from "@jest/globals";
import { startServer } from "./server.ts";

test("closing waits for running requests but not for connections that clients keep open", async () => {
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  const server = await startServer(
    (_request, response) => {
      asked.resolve();
      answer.promise.then(() => response.end("done")).catch(() => undefined);
    },
    { host: "127.0.0.1", port: 0 },
  );
  const agent = new Agent({ keepAlive: true });
  const response = once(get({ port: server.port, host: "127.0.0.1", agent }), "response");
  await asked.promise;

  const graceMs = 20_000;
  const startedAt = Date.now();
  const closed = server.close(graceMs);
  answer.resolve();
  const [message] = await response;
  expect(message.headers.connection).toBe("close");
  message.resume();
  await closed;
  expect(Date.now() - startedAt).toBeLessThan(graceMs / 4);
  agent.destroy();
});
