import { expect, test } from "@jest/globals";
import { createServiceTokenKeys, describePlaten, inheritedEnvironment } from "./index.ts";

test("each service gets only the credentials that it needs", async () => {
  const keys = createServiceTokenKeys();
  const courierKeys = createServiceTokenKeys();
  const databaseUrl = "postgres://db";
  const redisUrls = { gateway: "redis://gateway@r", worker: "redis://worker@r", courier: "redis://courier@r" };
  const services = await describePlaten({
    rootFolder: "/platen",
    logFolder: "/logs",
    environment: inheritedEnvironment({
      DATABASE_URL: "postgres://typed",
      SERVICE_TOKEN_PRIVATE_KEY: "typed",
      PATH: "/bin",
    }),
    databaseUrl,
    redisUrls,
    chromiumPath: "/chromium",
    filesFolder: "/files",
    workFolder: "/work",
    keys,
    courierKeys,
    secretsKey: "a key",
    gatewayPort: 8080,
    workers: 2,
  });
  expect(services.map(({ name }) => name).toSorted()).toEqual([
    "catalog",
    "courier",
    "gateway",
    "worker-1",
    "worker-2",
  ]);
  const holds = (value: string) =>
    services.filter(({ env }) => Object.values(env).includes(value)).map(({ name }) => name);
  expect(holds("postgres://typed")).toEqual([]);
  expect(holds("typed")).toEqual([]);
  expect(holds(databaseUrl)).toEqual(["catalog"]);
  expect(holds(keys.privateKey)).toEqual(["gateway"]);
  expect(holds(keys.publicKey)).toEqual(["catalog", "worker-1", "worker-2"]);
  expect(holds(courierKeys.privateKey)).toEqual(["courier"]);
  expect(holds(courierKeys.publicKey)).toEqual(["catalog", "worker-1", "worker-2"]);
  expect(holds("a key")).toEqual(["catalog"]);
  expect(holds(redisUrls.courier)).toEqual(["courier"]);
  expect(holds(redisUrls.gateway)).toEqual(["gateway"]);
  expect(holds(redisUrls.worker)).toEqual(["worker-1", "worker-2"]);
});

test("variables of npm and of other services do not reach a service", () => {
  const environment = {
    PATH: "/bin",
    LOG_LEVEL: "debug",
    PORT: "1",
    NODE_OPTIONS: "--x",
    npm_config_y: "z",
    none: undefined,
  };
  expect(inheritedEnvironment(environment)).toEqual({ PATH: "/bin", LOG_LEVEL: "debug" });
});
