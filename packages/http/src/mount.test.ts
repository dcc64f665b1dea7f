import { once } from "node:events";
import { get } from "node:http";
import { expect, test } from "@jest/globals";
import { catalogOperation } from "@platen/contracts/internal";
import { networkHolder } from "@platen/contracts/holder";
import express from "express";
import { createBodyReader, createMount, setUpProblems, setUpRequestContext, startServer } from "./index.ts";

const read = catalogOperation({
  method: "get",
  path: "/read",
  operationId: "read",
  access: "none",
  request: {},
  response: { status: 200, content: "none" },
  problems: [],
});
const logger = { error() {}, warn() {}, info() {}, debug() {} };

test("the turn of a caller who hangs up while it waits for it ends at once", async () => {
  const app = express();
  setUpRequestContext(app, { logger });
  const waits = Promise.withResolvers<void>();
  const handled = Promise.withResolvers<{ hasLeft: boolean }>();
  let hasLeft = false;
  const routes = createMount(app, {
    bodies: createBodyReader({ limitBytes: 1_000, fileLimitBytes: 1_000 }),
    authenticate: async () => "anyone",
    async admit(_operation, _caller, { signal }) {
      waits.resolve();
      await once(signal, "abort");
      return { holder: networkHolder("192.0.2.1"), leave: () => void (hasLeft = true) };
    },
  });
  routes.mount(read, async () => {
    handled.resolve({ hasLeft });
    return undefined;
  });
  setUpProblems(app, { logger });
  const server = await startServer(app, { host: "127.0.0.1", port: 0 });
  const request = get({ host: "127.0.0.1", port: server.port, path: "/read" }).on("error", () => undefined);
  await waits.promise;
  request.destroy();
  const atHandler = await handled.promise;
  await server.close(1_000);
  expect(atHandler).toEqual({ hasLeft: true });
});
