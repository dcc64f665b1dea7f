import { fork } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "@jest/globals";
import { memoryInUse } from "./memory-in-use.ts";

const held = 200 * 1_048_576;
const holdMemory = `globalThis.held = Buffer.alloc(${held}, 1); process.send("held"); process.on("message", () => {})`;

const onLinux = process.platform === "linux" ? test : test.skip;

onLinux("the memory of a process that this one has started counts until it ends", async () => {
  const before = memoryInUse();
  const child = fork("-e", [holdMemory], { execArgv: [], stdio: ["ignore", "ignore", "ignore", "ipc"] });
  await once(child, "message");
  // This process itself may take and return memory meanwhile.
  expect(memoryInUse() - before).toBeGreaterThan(held / 2);
  child.kill("SIGKILL");
  await once(child, "exit");
  expect(memoryInUse() - before).toBeLessThan(held / 2);
});
