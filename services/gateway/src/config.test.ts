import { expect, test } from "@jest/globals";
import { loadConfig } from "@platen/config";
import { gatewayVariables } from "./config.ts";

const required = {
  CATALOG_URL: "http://127.0.0.1:8081",
  REDIS_URL: "redis://127.0.0.1:6379",
  SERVICE_TOKEN_PRIVATE_KEY: "-----BEGIN PRIVATE KEY-----\\nabc\\n-----END PRIVATE KEY-----",
};

test("required variables have no default, and the others have the documented defaults", () => {
  expect(() => loadConfig(gatewayVariables, {})).toThrow(
    /CATALOG_URL is not set\s+REDIS_URL is not set\s+SERVICE_TOKEN_PRIVATE_KEY is not set/,
  );
  expect(loadConfig(gatewayVariables, required)).toMatchObject({
    PORT: 8080,
    TRUST_PROXY: 0,
    BODY_LIMIT_BYTES: 5_242_880,
    RENDER_DEADLINE_MS: 30_000,
    REDIS_MEMORY_BYTES: 536_870_912,
    RATE_LIMIT_PER_MINUTE: 6_000,
  });
});

test.each([
  ["RENDER_DEADLINE_MS", "90000"],
  ["TRUST_PROXY", "true"],
  ["REDIS_URL", "http://127.0.0.1"],
  ["RATE_LIMIT_PER_MINUTE", "0"],
])("an invalid value is refused, and the error names the variable: %s=%s", (name, value) => {
  expect(() => loadConfig(gatewayVariables, { ...required, [name]: value })).toThrow(new RegExp(`${name}: must be`));
});
