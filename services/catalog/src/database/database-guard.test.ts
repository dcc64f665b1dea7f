import { expect, test } from "@jest/globals";
import { DatabaseError } from "pg";
import { createDatabaseGuard } from "./database-guard.ts";

/** Runs work that fails with these SQLSTATEs, one after the other, and then succeeds. */
async function run(codes: string[], isRepeatable: boolean) {
  const did = { tries: 0, drops: 0, causes: [] as string[] };
  const guard = createDatabaseGuard({
    health: { watch: (work) => work() },
    dropIdleConnections: () => (did.drops += 1),
    countFailure: (cause) => did.causes.push(cause),
  });
  const work = () => {
    did.tries += 1;
    const code = codes.shift();
    return code === undefined ? Promise.resolve("done") : Promise.reject(failWith(code));
  };
  return { result: await guard(work, isRepeatable).catch((error: unknown) => error), ...did };
}

const failWith = (code: string) => Object.assign(new DatabaseError("failed", 0, "error"), { code });
const unavailable = (retryAfterSeconds: number) =>
  expect.objectContaining({ code: "dependency.unavailable", retryAfterSeconds });
const lost = "unreachable";

test.each([
  ["a lost connection, under a call that may be repeated", ["57P01"], true, "done", 2, 1, [lost]],
  ["a lost connection, under any other call", ["57P01"], false, unavailable(1), 1, 1, [lost]],
  ["two lost connections", ["57P01", "08006"], true, unavailable(1), 2, 2, [lost, lost]],
  ["a read-only server", ["25006"], true, unavailable(5), 1, 1, ["read_only"]],
  ["a full disk", ["53100"], true, unavailable(5), 1, 0, ["disk_full"]],
  ["a mistake in a statement", ["42601"], true, expect.objectContaining({ code: "42601" }), 1, 0, []],
])(
  "%s is answered, counted and repeated as its row says",
  async (_what, codes, repeatable, result, tries, drops, causes) => {
    await expect(run([...codes], repeatable)).resolves.toEqual({ result, tries, drops, causes });
  },
);
