import { expect, test } from "@jest/globals";
import { accountHolder } from "@platen/contracts/holder";
import { createProcessPool } from "@platen/process-pool";

test("a process of a pool knows the folder of compiled code, and nothing else of the environment", async () => {
  const pool = createProcessPool<null, string[]>({
    module: new URL("./environment-process.ts", import.meta.url),
    processes: 1,
    timeoutMs: 10_000,
    maxHeapBytes: 64_000_000,
  });
  try {
    expect(await pool.run(null, { holder: accountHolder("acc_1") })).toEqual(["NODE_COMPILE_CACHE"]);
  } finally {
    await pool.close();
  }
});
