import { describe, expect, test } from "@jest/globals";
import type { Operation } from "../operation.ts";
import { operations } from "../operations/index.ts";
import { forwardedOperations, internalOperations } from "./operations.ts";

const internal = Object.values<Operation>(internalOperations);

describe("every internal operation", () => {
  test("is named by its operationId", () => {
    expect(internal.map(({ operationId }) => operationId)).toEqual(Object.keys(internalOperations));
  });

  test("says for whom it is called", () => {
    expect(internal.filter(({ callerKind }) => callerKind === undefined)).toEqual([]);
  });

  test("of a project in its path is called for a member, with a permission", () => {
    const ofProjects = internal.filter(({ path }) => path.includes("{projectId}"));
    expect(ofProjects.length).toBeGreaterThan(20);
    for (const { operationId, callerKind, permission } of ofProjects) {
      expect([operationId, callerKind, permission]).toEqual([operationId, "member", expect.any(String)]);
    }
  });

  test("of the public API is called for a key", () => {
    const ofKeys = internal.filter(({ path }) => path.startsWith("/internal/v1/"));
    expect(new Set(ofKeys.map(({ callerKind }) => callerKind))).toEqual(new Set(["key"]));
  });

  test("that anyone calls is one that anyone calls at the gateway", () => {
    const open = internal.filter(({ callerKind }) => callerKind === "anyone").map(({ operationId }) => operationId);
    const openInPublic = Object.values<Operation>(operations).filter(({ access }) => access === "none");
    // A link is opened by its token, in two operations of the catalog.
    expect([...open, "openLink"].toSorted()).toEqual(openInPublic.map(({ operationId }) => operationId).toSorted());
  });

  test("that a worker calls by a grant is not called for anybody else", () => {
    const byGrant = internal.filter(({ access }) => access === "grant");
    expect(new Set(byGrant.map(({ callerKind }) => callerKind))).toEqual(new Set(["grant", "reports"]));
  });
});

test("a forwarded operation is served by the catalog under the same name, and a public one says no caller", () => {
  for (const { operationId, callerKind } of Object.values<Operation>(forwardedOperations)) {
    expect(internalOperations).toHaveProperty(operationId);
    expect(callerKind).toBeUndefined();
  }
});
