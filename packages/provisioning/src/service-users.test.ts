import { chmod, cp, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { serviceUsers } from "./index.ts";

test("root runs a service as a user of its own where this user can read the code, and nowhere else", async () => {
  const folder = await mkdtemp(join(tmpdir(), "platen-code-"));
  try {
    for (const service of ["gateway", "catalog"]) {
      await mkdir(join(folder, "services", service, "src"), { recursive: true });
      await cp(import.meta.filename, join(folder, "services", service, "src/main.ts"));
    }
    expect(serviceUsers(folder)).toEqual({});
    await chmod(folder, 0o755);
    const { gateway, catalog } = serviceUsers(folder);
    const isRoot = process.getuid?.() === 0;
    expect([gateway?.uid, catalog?.uid]).toEqual(isRoot ? [61_101, 61_102] : [undefined, undefined]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
