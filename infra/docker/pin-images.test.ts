import { spawnSync } from "node:child_process";
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { expect, test } from "@jest/globals";

const root = resolve(import.meta.dirname, "../..");
const files = [
  "infra/docker/pin-images.sh",
  "infra/docker/Dockerfile",
  "docker-compose.yml",
  "k8s/components/databases/redis.yaml",
  "k8s/components/databases/postgres.yaml",
  "k8s/seccomp/daemon-set.yaml",
];

test("pin-images.sh gives each image the digest of the registry, again and again, and its check finds what lacks one", async () => {
  const folder = await mkdtemp(join(tmpdir(), "platen-images-"));
  try {
    for (const file of files) {
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await cp(join(root, file), join(folder, file));
    }
    const run = async (digit: string, ...args: string[]) => {
      await writeFile(join(folder, "docker"), `#!/bin/sh\necho sha256:${digit.repeat(64)}\n`);
      await chmod(join(folder, "docker"), 0o755);
      const env = { PATH: `${folder}:/usr/bin:/bin` };
      return spawnSync(join(folder, "infra/docker/pin-images.sh"), args, { env, encoding: "utf8" }).status;
    };
    expect(await run("0", "--check")).toBe(1);
    for (const digit of ["a", "b"]) {
      expect(await run(digit)).toBe(0);
      expect(await run(digit, "--check")).toBe(0);
      const text = await readFile(join(folder, "docker-compose.yml"), "utf8");
      expect(text).toContain(`image: redis:7.4@sha256:${digit.repeat(64)}\n`);
    }
    // An answer that is not a digest changes no file.
    expect(await run("x")).toBe(1);
    expect(await run("0", "--check")).toBe(0);
  } finally {
    await rm(folder, { recursive: true });
  }
});
