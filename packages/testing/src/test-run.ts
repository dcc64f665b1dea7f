import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";

const run = promisify(execFile);

/** The part of jest's `--json` output about each file. Times are milliseconds since the epoch. */
export const jestResults = z.object({
  testResults: z.array(
    z.object({
      /** The file's absolute path. */
      name: z.string(),
      /** Why the file did not run, or its tests failed. */
      message: z.string(),
      startTime: z.number(),
      endTime: z.number(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
});
export type FileResult = z.infer<typeof jestResults>["testResults"][number];

const testRun = jestResults.extend({ sources: z.string(), endedAt: z.iso.datetime() });
export type TestRun = { endedAt: Date; files: FileResult[] };

const runFileIn = (root: string) => join(root, ".data/test-run.json");

/** Returns a SHA-256 of the names and contents of all files under `root` that git tracks or would add. Undefined without git. */
export async function describeSources(root: string): Promise<string | undefined> {
  try {
    const { stdout } = await run("git", ["ls-files", "--cached", "--others", "--exclude-standard", "-z"], {
      cwd: root,
      maxBuffer: 16_000_000,
      timeout: 10_000,
    });
    const hash = createHash("sha256").update(process.version);
    for (const name of stdout.split("\0").filter(Boolean).toSorted()) {
      // git lists a deleted file until the deletion is committed.
      const content = await readFile(join(root, name)).catch(() => "");
      hash.update(`${name}\0${content.length}\0`).update(content);
    }
    return hash.digest("hex");
  } catch {
    return undefined;
  }
}

/** Saves the results of a run of all tests, so that `npm run faults` need not run some of them again on the same sources. */
export async function keepTestRun(root: string, sources: string, files: readonly FileResult[]): Promise<void> {
  const runFile = runFileIn(root);
  await mkdir(dirname(runFile), { recursive: true });
  const kept: z.infer<typeof testRun> = { sources, endedAt: new Date().toISOString(), testResults: [...files] };
  await writeFile(runFile, JSON.stringify(kept));
}

/** Reads the last saved run of all tests. Undefined if a source has changed since. */
export async function readTestRun(root: string): Promise<TestRun | undefined> {
  try {
    const { sources, endedAt, testResults } = testRun.parse(JSON.parse(await readFile(runFileIn(root), "utf8")));
    return sources === (await describeSources(root)) ? { endedAt: new Date(endedAt), files: testResults } : undefined;
  } catch {
    return undefined;
  }
}
