import { expect, test } from "@jest/globals";
import { operations } from "@platen/contracts";
import type { Caller } from "../catalog/caller.ts";
import { createTenantOf } from "./tenant-of.ts";
import { createTenants } from "./tenants.ts";

test("a network that makes up keys has eight look-ups at a time, and known keys there wait for none", async () => {
  const asked: string[] = [];
  const call = (_operation: unknown, _request: unknown, { caller }: { caller: { keyHash: string } }) => {
    asked.push(caller.keyHash);
    const tenant = { projectId: "prj_1", accountId: "acc_1" };
    return caller.keyHash === "known" ? Promise.resolve(tenant) : new Promise<typeof tenant>(() => undefined);
  };
  // Stands in for a generic method, with the operation it is called with.
  const tenantOf = createTenantOf({ catalog: { call } as never, tenants: createTenants() });
  const ask = (keyHash: string, network = "192.0.2.1") => {
    const caller: Caller = { kind: "key", network, keyHash };
    return tenantOf(caller, { requestId: "req_12345678", publicOperation: operations.listTemplates.key });
  };
  /** Asks for a key whose look-up never ends. The turns that it does not get are refused after the test. */
  const askInVain = (keyHash: string, network?: string) => ask(keyHash, network).catch(() => undefined);
  await ask("known");
  for (let made = 0; made < 20; made += 1) void askInVain(`made up ${made}`);
  void askInVain("elsewhere", "192.0.2.2");
  expect(await ask("known")).toEqual({ projectId: "prj_1", accountId: "acc_1" });
  await new Promise(setImmediate);
  expect(asked.filter((keyHash) => keyHash.startsWith("made up"))).toHaveLength(8);
  expect(asked).toContain("elsewhere");
});
