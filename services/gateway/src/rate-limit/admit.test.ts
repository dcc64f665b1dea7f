import { expect, test } from "@jest/globals";
import { operations, type Operation } from "@platen/contracts";
import type { Caller } from "../catalog/caller.ts";
import { createAdmit } from "./admit.ts";
import { createTenantOf } from "./tenant-of.ts";
import { createTenants } from "./tenants.ts";

const allowed = { take: () => Promise.resolve({ outcome: "allowed", headers: {} } as const) };
const { signal } = new AbortController();
const session = (sessionHash: string): Caller => ({ kind: "session", network: "192.0.2.1", sessionHash });
const key: Caller = { kind: "key", network: "192.0.2.1", keyHash: "0" };

/** Counts which requests have their turn. The session or key names the account. */
function createGate() {
  const call = (_operation: Operation, _request: unknown, { caller }: { caller: Caller }) =>
    Promise.resolve({
      projectId: "prj_1",
      accountId: caller.kind === "session" ? `acc_${caller.sessionHash}` : "acc_owner",
    });
  // Stands in for a generic method, with the operations it is called with.
  const catalog = { call } as never;
  const tenantOf = createTenantOf({ catalog, tenants: createTenants() });
  const admit = createAdmit({ tenantOf, perProject: allowed, perAccount: allowed });
  const leaves: (() => void)[] = [];
  return {
    leaves,
    /** How many of the requests get a turn at once. */
    async admitted(operation: Operation, caller: Caller, count: number, query = {}): Promise<number> {
      const before = leaves.length;
      for (let sent = 0; sent < count; sent += 1) {
        // A request without a turn is refused after the test.
        admit(operation, caller, { requestId: "req_12345678", signal, query }).then(
          ({ leave }) => leaves.push(leave),
          () => undefined,
        );
      }
      await new Promise(setImmediate);
      return leaves.length - before;
    },
  };
}

test("four requests of an account are served at a time, and others' meanwhile", async () => {
  const { admitted, leaves } = createGate();
  expect(await admitted(operations.listTemplates.member, session("owner"), 6)).toBe(4);
  expect(await admitted(operations.listTemplates.key, key, 1)).toBe(0);
  expect(await admitted(operations.listTemplates.member, session("other"), 1)).toBe(1);
  leaves[0]?.();
  expect(await admitted(operations.listTemplates.member, session("other"), 1)).toBe(2);
});

test("whole templates are served one at a time, previews beside them, and documents have no turns", async () => {
  const { admitted } = createGate();
  expect(await admitted(operations.getDraft.member, session("owner"), 3)).toBe(1);
  expect(await admitted(operations.saveDraft.key, key, 1)).toBe(0);
  expect(await admitted(operations.previewTemplate, session("owner"), 6)).toBe(4);
  expect(await admitted(operations.generateDocument, key, 20)).toBe(20);
  expect(await admitted(operations.generateJson, key, 20)).toBe(20);
  expect(await admitted(operations.getProject, session("owner"), 1)).toBe(1);
});

test("two files of an account are answered at a time, beside its other requests", async () => {
  const { admitted, leaves } = createGate();
  expect(await admitted(operations.getAssetContent.member, session("owner"), 5)).toBe(2);
  expect(await admitted(operations.listAssets.member, session("owner"), 1)).toBe(1);
  expect(await admitted(operations.getAssetContent.member, session("other"), 1)).toBe(1);
  leaves[0]?.();
  expect(await admitted(operations.getAssetContent.member, session("other"), 1)).toBe(2);
});

test("eight files that links open are answered at a time to one network, and others' meanwhile", async () => {
  const { admitted, leaves } = createGate();
  const anyone = (network: string): Caller => ({ kind: "anyone", network });
  expect(await admitted(operations.openLink, anyone("192.0.2.1"), 10)).toBe(8);
  expect(await admitted(operations.openLink, anyone("192.0.2.2"), 1)).toBe(1);
  leaves[0]?.();
  expect(await admitted(operations.openLink, anyone("192.0.2.3"), 1)).toBe(2);
});

test("a request that might wait and does not has a turn as any other; while one waits it holds none", async () => {
  const { admitted } = createGate();
  const { getDocument, getBatch, getBatchEvents, addBatchRows } = operations;
  expect(await admitted(getDocument.key, key, 6)).toBe(4);
  expect(await admitted(getBatch.key, key, 1, { wait: "0" })).toBe(0);
  expect(await admitted(getBatch.key, key, 1, { wait: "soon" })).toBe(0);
  expect(await admitted(getBatch.member, session("other"), 5)).toBe(4);
  expect(await admitted(getDocument.key, key, 20, { wait: "30" })).toBe(20);
  for (const operation of [getBatchEvents, addBatchRows.key]) expect(await admitted(operation, key, 20)).toBe(20);
});

test("eight requests without a key of a network are served at a time, and those of another network meanwhile", async () => {
  const { admitted } = createGate();
  expect(await admitted(operations.signIn, { kind: "anyone", network: "192.0.2.1" }, 20)).toBe(8);
  expect(await admitted(operations.signIn, { kind: "anyone", network: "192.0.2.2" }, 1)).toBe(1);
});
