import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { checkOut, findCommit } from "./checkout.ts";

let repository = "";
const commits: string[] = [];

async function git(...args: string[]): Promise<string> {
  const identity = ["-c", "user.name=test", "-c", "user.email=test@example.com", "-c", "commit.gpgsign=false"];
  return (await promisify(execFile)("git", [...identity, ...args], { cwd: repository })).stdout.trim();
}

beforeAll(async () => {
  repository = await mkdtemp(join(tmpdir(), "platen-checkout-"));
  await git("init", "--quiet");
  await writeFile(join(repository, ".gitignore"), ".data/\n");
  for (let number = 0; number < 5; number += 1) {
    await writeFile(join(repository, "number"), String(number));
    await git("add", "--all");
    await git("commit", "--quiet", "--message", `Write ${number}`);
    commits.push(await git("rev-parse", "HEAD"));
  }
});
afterAll(() => rm(repository, { recursive: true, force: true }));

test("a checkout serves again with what was installed in it, and a changed or broken one is made again", async () => {
  const [commit = ""] = commits;
  const folder = await checkOut(repository, commit);
  const [number, installed] = [join(folder, "number"), join(folder, "installed")];
  expect(await readFile(number, "utf8")).toBe("0");

  await writeFile(installed, "");
  expect(await checkOut(repository, commit)).toBe(folder);
  expect(existsSync(installed)).toBe(true);

  for (const damage of [() => writeFile(number, "changed"), () => rm(join(folder, ".git"))]) {
    await damage();
    await checkOut(repository, commit);
    expect(await readFile(number, "utf8")).toBe("0");
    expect(existsSync(installed)).toBe(false);
  }
});

test("only the last three checkouts stay, and Git knows no others", async () => {
  for (const commit of commits) await checkOut(repository, commit);
  const kept = commits.slice(-3).map((commit) => commit.slice(0, 12));
  expect((await readdir(join(repository, ".data/against"))).toSorted()).toEqual(kept.toSorted());
  expect((await git("worktree", "list")).split("\n")).toHaveLength(kept.length + 1);
});

test("a revision that the history lacks is named, with the way to get it", async () => {
  expect(await findCommit(repository, "HEAD~1")).toBe(commits.at(-2));
  await expect(findCommit(repository, "v9.9.9")).rejects.toThrow(
    'Git has no commit "v9.9.9" here. If this clone is shallow, get the whole history: git fetch --unshallow',
  );
});
