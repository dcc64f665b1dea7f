import { describe, expect, test } from "@jest/globals";
import { createId, isAllowed, keyScopes, type Operation } from "@platen/contracts";
import { callerHeader, internalOperations, reportOutcomes, type CallerKind } from "@platen/contracts/internal";
import { sha256 } from "../secrets/sha256.ts";
import { catalogForFile } from "../testing/catalog-for-file.ts";
import type { TestAccount } from "../testing/test-catalog.ts";

const catalog = catalogForFile();

const everyOperation: readonly Operation[] = Object.values(internalOperations);
const hash = "0".repeat(64);

function ofKind(...kinds: CallerKind[]): Operation[] {
  return everyOperation.filter(({ callerKind }) => callerKind !== undefined && kinds.includes(callerKind));
}

const ids: Record<string, string> = {
  templateId: createId("template"),
  keyId: createId("apiKey"),
  assetId: createId("asset"),
  snippetId: createId("snippet"),
  batchId: createId("batch"),
  deliveryId: createId("delivery"),
  row: "0",
  sha256: "0".repeat(64),
  documentId: createId("document"),
  accountId: createId("account"),
  invitationId: createId("invitation"),
  sourceId: createId("templateVersion"),
  version: "1",
};

/** Sends a request without a body, and returns the code of the problem in the answer. */
async function codeOf(operation: Operation, headers: Record<string, string>): Promise<string> {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => ids[name] ?? "");
  const response = await fetch(`${catalog.baseUrl}${path}`, { method: operation.method.toUpperCase(), headers });
  const text = await response.text();
  if (response.ok) return "ok";
  return (JSON.parse(text) as { error: { code: string } }).error.code;
}

function gatewayHeaders(operation: Operation, caller?: string): Record<string, string> {
  return {
    authorization: `Bearer ${catalog.serviceToken(operation.operationId)}`,
    ...(caller === undefined ? {} : { [callerHeader]: caller }),
  };
}

describe("service tokens", () => {
  const serviceOperations = ofKind(
    "anyone",
    "keyHashes",
    "key",
    "account",
    "member",
    "keyOrMember",
    "link",
    "courier",
    "gateway",
  );

  const grant = () =>
    catalog.grant({
      documentId: createId("document"),
      projectId: createId("project"),
      sourceId: createId("templateVersion"),
      preview: false,
    });

  test("every operation is served, and only with a token of its own", async () => {
    expect(everyOperation.length).toBeGreaterThan(35);
    for (const operation of serviceOperations) {
      // The gateway's token does not open what the courier calls, nor the reverse.
      const { serviceToken, courierToken } = catalog;
      const [own, otherIssuers] =
        operation.callerKind === "courier" ? [courierToken, serviceToken] : [serviceToken, courierToken];
      const tokens = [own("somethingElse"), otherIssuers(operation.operationId), grant()];
      const others = [undefined, ...tokens.map((token) => `Bearer ${token}`)];
      const codes = await Promise.all(
        others.map((authorization) => codeOf(operation, authorization === undefined ? {} : { authorization })),
      );
      expect([operation.operationId, ...codes]).toEqual([
        operation.operationId,
        ...others.map(() => "auth.token_invalid"),
      ]);
    }
    const { getTemplateSource, getSourceAsset, putDocumentContent } = internalOperations;
    for (const operation of [getTemplateSource, getSourceAsset, putDocumentContent]) {
      for (const headers of [{}, gatewayHeaders(operation)]) {
        expect(await codeOf(operation, headers)).toBe("auth.token_invalid");
      }
    }
    expect(await codeOf(reportOutcomes, {})).toBe("request.invalid");
    expect(await codeOf(internalOperations.readTokenKeys, {})).toBe("ok");
    expect(serviceOperations.length + 5).toBe(everyOperation.length);
  });

  test("the token of a gateway whose clock is far behind gets the answer of a fault that passes", async () => {
    const { getSetup } = internalOperations;
    const codeAt = (now: number) =>
      codeOf(getSetup, { authorization: `Bearer ${catalog.serviceTokenAt(now, getSetup.operationId)}` });
    expect(await codeAt(Date.now() - 90_000)).toBe("dependency.unavailable");
    expect(await codeAt(Date.now() - 30_000)).toBe("ok");
    expect(await codeAt(Date.now() + 90_000)).toBe("ok");
  });

  test("text that is not a token opens nothing", async () => {
    for (const authorization of ["Bearer a.b.c", "Bearer x", "Basic eDp5", `Bearer ${"x".repeat(5_000)}`, "Bearer "]) {
      expect(await codeOf(internalOperations.getSetup, { authorization })).toBe("auth.token_invalid");
    }
  });
});

describe("callers", () => {
  test.each<[string, CallerKind[], string]>([
    ["keys", ["key"], "auth.key_invalid"],
    ["sessions", ["account", "member"], "auth.session_invalid"],
    ["keys and members", ["keyOrMember"], "auth.(key|session)_invalid"],
    ["links", ["link"], "link.not_found"],
  ])("operations for %s refuse every other caller", async (_whom, kinds, code) => {
    const ofMember = [`member:${hash}:${createId("project")}`, `member:${hash}:`, `member:${hash}`, "member::"];
    const others = [undefined, `session:${hash}`, `key:${hash}`, "key:xyz", "session:", "link:x", hash];
    for (const caller of [...others, ...ofMember]) {
      for (const operation of ofKind(...kinds)) {
        expect(await codeOf(operation, gatewayHeaders(operation, caller))).toMatch(new RegExp(`^${code}$`));
      }
    }
  });

  test("a session opens nothing of a project that is not named beside it, and no operation for keys", async () => {
    const owner = await catalog.createAccount();
    const projectId = await catalog.createProject(owner);
    for (const operation of ofKind("member", "keyOrMember")) {
      expect(await codeOf(operation, gatewayHeaders(operation, owner.callerIn()))).toBe("auth.session_invalid");
    }
    for (const operation of ofKind("key")) {
      expect(await codeOf(operation, gatewayHeaders(operation, owner.callerIn(projectId)))).toBe("auth.key_invalid");
    }
  });

  test("a key opens exactly the operations of its scopes", async () => {
    const owner = await catalog.createAccount();
    const projectId = await catalog.createProject(owner);
    const operations = ofKind("key", "keyOrMember");
    expect(operations.length).toBeGreaterThan(40);
    for (const scope of keyScopes) {
      const body = { name: scope, scopes: [scope] };
      const { key } = await owner.call(internalOperations.createApiKey, { params: { projectId }, body });
      for (const operation of operations) {
        const code = await codeOf(operation, gatewayHeaders(operation, `key:${sha256(key)}`));
        const isOpen = operation.keyScopes?.includes(scope);
        expect([operation.operationId, code !== "auth.scope_missing"]).toEqual([operation.operationId, isOpen]);
      }
    }
  });

  test("a session that has ended, or was not used for two weeks, opens nothing", async () => {
    const { call, accountId } = await catalog.createAccount();
    const age = (column: string, interval: string) =>
      catalog.dataSource.query(`UPDATE sessions SET ${column} = now() ${interval} WHERE account_id = $1`, [accountId]);

    await age("seen_at", "- interval '13 days'");
    await call(internalOperations.getSession, {});
    const seen: unknown = await catalog.dataSource.query(
      "SELECT seen_at > now() - interval '1 minute' AS fresh FROM sessions WHERE account_id = $1",
      [accountId],
    );
    expect(seen).toEqual([{ fresh: true }]);

    await age("seen_at", "- interval '15 days'");
    await expect(call(internalOperations.getSession, {})).rejects.toMatchObject({ code: "auth.session_invalid" });
    await age("seen_at", "");
    await age("expires_at", "- interval '1 second'");
    await expect(call(internalOperations.getSession, {})).rejects.toMatchObject({ code: "auth.session_invalid" });
  });
});

describe("members", () => {
  // An account that has left the project can do nothing more, so this operation comes last.
  const isLeaving = ({ operationId }: Operation) => operationId === internalOperations.leaveProject.operationId;
  const memberOperations = ofKind("member", "keyOrMember").toSorted(
    (one, other) => Number(isLeaving(one)) - Number(isLeaving(other)),
  );

  /** The code of each operation's answer to this account. */
  async function codesFor(account: TestAccount, projectId: string): Promise<Map<string, string>> {
    const codes = new Map<string, string>();
    for (const operation of memberOperations) {
      codes.set(operation.operationId, await codeOf(operation, gatewayHeaders(operation, account.callerIn(projectId))));
    }
    return codes;
  }

  test("every operation answers for another's project as for one that does not exist", async () => {
    const projectId = await catalog.createProject(await catalog.createAccount());
    const stranger = await catalog.createAccount();
    for (const unreachable of [projectId, createId("project"), "prj_x", "%00"]) {
      const codes = await codesFor(stranger, unreachable);
      expect(codes.size).toBeGreaterThan(20);
      expect(new Set(codes.values())).toEqual(new Set(["project.not_found"]));
    }
  });

  test.each(["owner", "editor", "viewer"] as const)(
    "the role %s allows exactly the operations of its permissions",
    async (role) => {
      const projectId = await catalog.createProject(await catalog.createAccount());
      const member = await catalog.createMember(projectId, role);
      const codes = await codesFor(member, projectId);
      for (const { operationId, permission } of memberOperations) {
        if (permission === undefined) throw new Error(`${operationId} has no permission`);
        const isRefused = codes.get(operationId) === "auth.scope_missing";
        expect([operationId, isRefused]).toEqual([operationId, !isAllowed(role, permission)]);
      }
    },
  );
});
