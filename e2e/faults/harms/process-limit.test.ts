import { expect, test } from "@jest/globals";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { limitProcesses } from "./process-limit.ts";

test("a process that ends before it is put under a limit does not keep the limit from being made", async () => {
  const child = spawn(process.execPath, ["--version"], { stdio: "ignore" });
  await once(child, "exit");
  if (child.pid === undefined) throw new Error("the process was not started");
  const limit = await limitProcesses(child.pid);
  // Where control groups cannot be made there is no limit, as the row C5 says.
  expect((await limit?.count()) ?? 0).toBe(0);
  await limit?.remove();
});
