import { existsSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { accountHolder } from "@platen/contracts/holder";
import { createProcessPool } from "@platen/process-pool";

type Found = { variables: string[]; status: string };

async function findRights(): Promise<Found> {
  const pool = createProcessPool<null, Found>({
    module: new URL("./environment-process.ts", import.meta.url),
    processes: 1,
    timeoutMs: 10_000,
    maxHeapBytes: 64_000_000,
  });
  try {
    return await pool.run(null, { holder: accountHolder("acc_1") });
  } finally {
    await pool.close();
  }
}

test("a process of a pool knows the folder of compiled code, and nothing else of the environment", async () => {
  expect((await findRights()).variables).toEqual(["NODE_COMPILE_CACHE"]);
});

const onLinux = existsSync("/usr/bin/setpriv") ? test : test.skip;

onLinux("a process of a pool has no capabilities, gains no rights, and is never root's", async () => {
  const { status } = await findRights();
  const valueOf = (name: string) => new RegExp(`^${name}:(.*)$`, "m").exec(status)?.[1]?.trim().split(/\s+/);
  const none = ["0000000000000000"];
  for (const name of ["CapPrm", "CapEff", "CapInh", "CapAmb"]) expect([name, valueOf(name)]).toEqual([name, none]);
  expect(valueOf("NoNewPrivs")).toEqual(["1"]);
  expect(valueOf("Uid")).not.toContain("0");
  expect(valueOf("Gid")).not.toContain("0");
  if (process.getuid?.() !== 0) return;
  expect(valueOf("CapBnd")).toEqual(none);
  expect([valueOf("Uid")?.[0], valueOf("Groups")]).toEqual(["61104", [""]]);
});
