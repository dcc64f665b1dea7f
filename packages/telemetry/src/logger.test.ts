import { expect, test } from "@jest/globals";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { describeError, event } from "./index.ts";
import { createLogSample } from "./log-sample.ts";

const source = JSON.stringify(join(import.meta.dirname, "logger.ts"));

function logged(script: string): Record<string, unknown>[] {
  const code = `import { createLogger } from ${source}; const logger = createLogger({ service: "test", level: "info" }); ${script}`;
  const output = execFileSync(process.execPath, ["--input-type=module-typescript", "--eval", code], {
    encoding: "utf8",
  });
  return output
    .trim()
    .split("\n")
    .map((line): Record<string, unknown> => JSON.parse(line));
}

test("a log line is JSON on standard output with service, level, time, message and fields", () => {
  const [line] = logged(`logger.warn("request", { requestId: "req_1", durationMs: 12.5 });`);
  expect(line).toMatchObject({
    service: "test",
    level: "warn",
    message: "request",
    requestId: "req_1",
    durationMs: 12.5,
  });
  expect(line?.["timestamp"]).toMatch(/^\d{4}-\d\d-\d\dT/);
});

test("fields that could hold secrets, data or HTML are never written", () => {
  const [line] = logged(
    `logger.info("x", { authorization: "Bearer plt_secret", data: "private", html: "<p>", Cookie: "c", key: "plt_", requestId: "r" });`,
  );
  expect(JSON.stringify(line)).not.toMatch(/secret|private|<p>/);
  expect(line).toMatchObject({ authorization: "[redacted]", data: "[redacted]", requestId: "r" });
});

test("levels below the configured one are silent", () => {
  expect(logged(`logger.debug("hidden"); logger.info("shown");`).map((line) => line["message"])).toEqual(["shown"]);
});

test("an error is described with its causes", () => {
  const error = new Error("reading template version", { cause: new Error("connection refused") });
  expect(describeError(error)).toMatchObject({
    errorName: "Error",
    errorMessage: "reading template version <- connection refused",
  });
  expect(describeError("text")).toEqual({ errorName: "string", errorMessage: "The thrown value is not an Error." });
});

test("fields added while an event runs end up in that event and in no other", async () => {
  const first = { requestId: "1" };
  const second = { requestId: "2" };
  await Promise.all(
    [first, second].map((fields) =>
      event.run(fields, async () => {
        await Promise.resolve();
        event.add({ operationId: `op${fields.requestId}` });
      }),
    ),
  );
  event.add({ operationId: "outside" });
  expect([first, second]).toEqual([
    { requestId: "1", operationId: "op1" },
    { requestId: "2", operationId: "op2" },
  ]);
});

test("of many requests that succeed, about one of so many is in the sample, the same in every service", () => {
  const [gateway, worker] = [createLogSample(100), createLogSample(100)];
  // Ids of one moment differ at their ends only.
  const ids = Array.from(
    { length: 20_000 },
    (_, index) => `req_01jd3k8v7n2q4r6s8t0v2${index.toString(32).padStart(5, "0")}`,
  );
  const sample = ids.filter(gateway);
  expect(sample).toEqual(ids.filter(worker));
  expect(sample.length).toBeGreaterThan(140);
  expect(sample.length).toBeLessThan(260);
  expect(ids.every(createLogSample(1))).toBe(true);
});
