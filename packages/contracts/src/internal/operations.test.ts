import { describe, expect, test } from "@jest/globals";
import type { Operation } from "../operation.ts";
import { doorsOf } from "../doors.ts";
import { publicOperations } from "../operations.ts";
import { forwardedOperations, internalOperations } from "./operations.ts";

const internal = Object.values<Operation>(internalOperations);

describe("every internal operation", () => {
  test("is named by its operationId", () => {
    expect(internal.map(({ operationId }) => operationId)).toEqual(Object.keys(internalOperations));
  });

  test("says for whom it is called", () => {
    expect(internal.filter(({ callerKind }) => callerKind === undefined)).toEqual([]);
  });

  test("of a project is called for a key with a scope, for a member with a permission, or for either", () => {
    const ofProjects = internal.filter(({ path }) => /^\/internal\/project(?:\/|$)/.test(path));
    expect(ofProjects.length).toBeGreaterThan(80);
    for (const { operationId, callerKind, permission, keyScopes = [] } of ofProjects) {
      const opensTo = { key: keyScopes.length > 0, member: permission !== undefined };
      const ofKind = { key: callerKind !== "member", member: callerKind !== "key" };
      expect([operationId, callerKind, opensTo]).toEqual([
        operationId,
        expect.stringMatching(/^(?:key|member|keyOrMember)$/),
        ofKind,
      ]);
    }
    const others = internal.filter((operation) => !ofProjects.includes(operation));
    expect(others.filter(({ callerKind = "" }) => /key|member/.test(callerKind) && callerKind !== "keyHashes")).toEqual(
      [],
    );
  });

  test("takes no project from its path or parameters, where a caller could name another", () => {
    const isNamed = ({ path, request: { params } }: Operation) =>
      path.includes("{projectId}") ||
      (params !== undefined && "shape" in params && "projectId" in Object(params.shape));
    expect(internal.filter(isNamed)).toEqual([]);
  });

  test("that anyone calls is one that anyone calls at the gateway", () => {
    const open = internal.filter(({ callerKind }) => callerKind === "anyone").map(({ operationId }) => operationId);
    const openInPublic = publicOperations().filter(({ access }) => access === "none");
    // A link is opened by its token, in two operations of the catalog.
    expect([...open, "openLink"].toSorted()).toEqual(openInPublic.map(({ operationId }) => operationId).toSorted());
  });

  test("that a worker calls by a grant is not called for anybody else", () => {
    const byGrant = internal.filter(({ access }) => access === "grant");
    expect(new Set(byGrant.map(({ callerKind }) => callerKind))).toEqual(new Set(["grant", "reports"]));
  });
});

test("a forwarded operation is served by the catalog under the same name, and a public one says no caller", () => {
  for (const definition of forwardedOperations) {
    expect(internalOperations).toHaveProperty(doorsOf(definition).at(-1)?.operationId ?? "");
    for (const { callerKind } of doorsOf(definition)) expect(callerKind).toBeUndefined();
  }
});
