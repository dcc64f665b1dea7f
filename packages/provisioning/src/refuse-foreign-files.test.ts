import { chmod, chown, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { createTemporaryFolder, unprivilegedUser } from "./index.ts";
import { refuseForeignFiles } from "./refuse-foreign-files.ts";

const user = unprivilegedUser();
let folder: string;
let file: string;

beforeEach(async () => {
  folder = await createTemporaryFolder("foreign");
  await mkdir(join(folder, "appendonlydir"));
  file = join(folder, "appendonlydir", "appendonly.aof.1.incr.aof");
  await writeFile(file, "");
  if (user) for (const path of [folder, join(folder, "appendonlydir"), file]) await chown(path, user.uid, user.gid);
});
afterEach(() => rm(folder, { recursive: true }));

test("a server's folder whose files its user owns is taken", async () => {
  await expect(refuseForeignFiles(user, folder)).resolves.toBeUndefined();
});

test("a file in it that another user owns is named, with the commands that repair it", async () => {
  if (user) await chown(file, 0, 0);
  else await chmod(file, 0o000);
  const refused = refuseForeignFiles(user, folder);
  await expect(refused).rejects.toThrow(file);
  await expect(refused).rejects.toThrow(/`cp -a`.*chown -R \d+:\d+ /s);
});
