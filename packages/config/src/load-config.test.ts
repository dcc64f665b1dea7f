import { expect, test } from "@jest/globals";
import { z } from "zod";
import {
  ConfigError,
  integerVariable,
  loadConfig,
  logLevelVariable,
  pemVariable,
  portVariable,
  shareVariable,
  urlVariable,
} from "./index.ts";

const schema = z.object({
  PORT: portVariable.default(8080),
  CATALOG_URL: urlVariable("http", "https"),
  REDIS_URL: urlVariable("redis", "rediss"),
  RENDER_DEADLINE_MS: integerVariable(1, 60_000).default(30_000),
  BACKGROUND_SHARE: shareVariable.default(0.1),
  LOG_LEVEL: logLevelVariable.default("info"),
});

test("variables are parsed, defaults fill the gaps, and unknown variables are ignored", () => {
  const config = loadConfig(schema, {
    CATALOG_URL: "http://127.0.0.1:1",
    REDIS_URL: "redis://127.0.0.1",
    PORT: "9000",
    BACKGROUND_SHARE: "0.25",
    HOME: "/",
  });
  expect(config).toEqual({
    PORT: 9000,
    CATALOG_URL: "http://127.0.0.1:1",
    REDIS_URL: "redis://127.0.0.1",
    RENDER_DEADLINE_MS: 30_000,
    BACKGROUND_SHARE: 0.25,
    LOG_LEVEL: "info",
  });
  expect(Object.isFrozen(config)).toBe(true);
});

test("one message reports all violations, each with its variable", () => {
  const given = { CATALOG_URL: "catalog", PORT: "80a", LOG_LEVEL: "loud", REDIS_URL: "", BACKGROUND_SHARE: "1.5" };
  const load = () => loadConfig(schema, given);
  expect(load).toThrow(ConfigError);
  expect(load).toThrow(
    [
      "Invalid environment variables:",
      "  PORT: must be a whole number from 0 to 65535",
      "  CATALOG_URL: must be a URL starting with http:// or https://",
      "  REDIS_URL is not set",
      "  BACKGROUND_SHARE: must be a number from 0 to 1, such as 0.1",
      "  LOG_LEVEL: must be error, warn, info or debug",
    ].join("\n"),
  );
});

test("a key in PEM format may be written on one line", () => {
  expect(pemVariable.parse(String.raw`-----BEGIN PUBLIC KEY-----\nabc\n-----END PUBLIC KEY-----`)).toBe(
    "-----BEGIN PUBLIC KEY-----\nabc\n-----END PUBLIC KEY-----",
  );
  expect(pemVariable.safeParse("abc").success).toBe(false);
});
