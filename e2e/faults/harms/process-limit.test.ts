import { expect, test } from "@jest/globals";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { limitProcesses } from "./process-limit.ts";

test("a limit can be set for a process that has just ended", async () => {
  const child = spawn(process.execPath, ["--version"], { stdio: "ignore" });
  await once(child, "exit");
  if (child.pid === undefined) throw new Error("the process was not started");
  const limit = await limitProcesses(child.pid);
  // Without control groups there is no limit; row C5 then says that it is skipped.
  expect((await limit?.count()) ?? 0).toBe(0);
  await limit?.remove();
});
