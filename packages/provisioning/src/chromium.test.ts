import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { canReach, findChromium, unprivilegedUser } from "./index.ts";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "platen-chromium-"));
});

afterAll(() => rm(folder, { recursive: true }));

test("the Chromium in the environment wins over all others", async () => {
  expect(await findChromium({ PUPPETEER_EXECUTABLE_PATH: "/opt/mine" }, "/nowhere")).toBe("/opt/mine");
});

test("a shell script that starts the browser is not a candidate", async () => {
  const script = join(folder, "bin/chromium-headless-shell");
  await mkdir(join(folder, "bin"));
  await writeFile(script, "#!/bin/sh\nexec chromium\n");
  await chmod(script, 0o755);
  expect(await findChromium({ PATH: join(folder, "bin"), PUPPETEER_CACHE_DIR: "/nowhere" }, "/nowhere")).not.toBe(
    script,
  );
});

test("the account that runs the browser can execute it", async () => {
  const path = await findChromium({ PATH: "/usr/bin:/bin" }, "/nowhere");
  expect(path === undefined || canReach(unprivilegedUser(), path)).toBe(true);
});
