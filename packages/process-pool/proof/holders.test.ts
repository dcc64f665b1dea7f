import { expect, test } from "@jest/globals";
import { accountHolder, type Holder } from "@platen/contracts/holder";
import { createProcessPool } from "@platen/process-pool";

test("a long line of one holder delays another holder's task by one task alone", async () => {
  const pool = createProcessPool<string, string>({
    module: new URL("./echo-process.ts", import.meta.url),
    processes: 1,
    timeoutMs: 10_000,
    maxHeapBytes: 64_000_000,
  });
  try {
    const done: string[] = [];
    const run = async (task: string, holder: Holder) => void done.push(await pool.run(task, { holder }));
    const line = ["1", "2", "3", "4"].map((number) => run(`flood ${number}`, accountHolder("acc_flood")));
    await Promise.all([...line, run("other", accountHolder("acc_other"))]);
    expect(done.indexOf("other")).toBeLessThanOrEqual(1);
    expect(done.filter((task) => task !== "other")).toEqual(["flood 1", "flood 2", "flood 3", "flood 4"]);
  } finally {
    await pool.close();
  }
});
