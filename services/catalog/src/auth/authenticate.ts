import { isAllowed, isId, isProblem, Problem, type Operation, type Role } from "@platen/contracts";
import { callerHeader, tokenRefusedHeader, type CallerKind } from "@platen/contracts/internal";
import { TokenExpired, type Issuer, type ServiceTokenVerifier, type VerifiedGrant } from "@platen/service-tokens";
import { event } from "@platen/telemetry";
import type { Request } from "express";
import type { KeyUsage } from "../api-keys/key-usage.ts";
import type { FindKey } from "../api-keys/find-key.ts";
import type { Author } from "../accounts/author.ts";
import type { FindSession, SignedIn } from "../accounts/find-session.ts";
import { neededScopes, scopeMissing } from "./key-scopes.ts";
import type { Link } from "./link.ts";

/** The author of a change: the account of a member, or an API key, which belongs to a project and to no account. */
export type Actor = { author: Author | null; keyId: string | null };

type CallerBodies = {
  key: { projectId: string; keyId: string };
  account: SignedIn;
  member: SignedIn & { projectId: string; role: Role };
  keyOrMember: Actor & { projectId: string };
  link: { link: Link };
  grant: { grant: VerifiedGrant };
};
type CallerBody<Kind extends CallerKind> = Kind extends keyof CallerBodies ? CallerBodies[Kind] : Record<never, never>;

/** The caller of an operation, as its handler gets it. */
export type CallerOf<Kind extends CallerKind> = { kind: Kind } & CallerBody<Kind>;
export type Caller = { [Kind in CallerKind]: CallerOf<Kind> }[CallerKind];

/** The kinds of caller that send a service token. Workers send grants instead. */
type ServiceTokenKind = Exclude<CallerKind, "grant" | "reports" | "worker">;

export type AuthenticationDependencies = {
  serviceTokens: ServiceTokenVerifier;
  findKey: FindKey;
  findSession: FindSession;
  keyUsage: KeyUsage;
  /** Whether a document that waits still uses the source that its grant opens. */
  backgroundDocuments: { uses: (grant: VerifiedGrant) => Promise<boolean> };
  /** Throws a problem for a token that no catalog has signed, or that has expired. */
  links: { verify: (token: string) => Link };
};

function bearerOf(request: Request): string {
  const token = /^Bearer ([\w.-]+)$/i.exec(request.get("authorization") ?? "")?.[1];
  if (token === undefined) {
    throw new Problem("auth.token_invalid", {
      message: "The request has no service token. Send one as `Authorization: Bearer <token>`.",
    });
  }
  return token;
}

const tokenRefused = { [tokenRefusedHeader]: "true" };

/** Answers every bad token alike, whatever is wrong with it. */
function verified<T>(verify: () => T): T {
  try {
    return verify();
  } catch (error) {
    if (isProblem(error)) throw error;
    throw new Problem("auth.token_invalid", {
      message: "The token does not open this operation.",
      headers: tokenRefused,
      cause: error,
    });
  }
}

/** Whose service tokens open an operation for this kind of caller. */
function issuerFor(kind: CallerKind): Issuer {
  return kind === "courier" ? "platen-courier" : "platen-gateway";
}

/** Gateway and courier renew their tokens long before these expire, so an expired token tells of clocks that differ. */
function blamingClocks(verify: () => void): void {
  try {
    verify();
  } catch (error) {
    if (!(error instanceof TokenExpired)) throw error;
    const message = "The clocks of the caller and the catalog differ by more than 30 s. Synchronize them by NTP.";
    throw new Problem("dependency.unavailable", {
      retryAfterSeconds: 10,
      headers: tokenRefused,
      cause: new Error(message, { cause: error }),
    });
  }
}

/** The hash of the key or session that the gateway names as its caller. */
function hashFrom(request: Request, kind: "key" | "session"): string {
  const hash = new RegExp(`^${kind}:([0-9a-f]{64})$`).exec(request.get(callerHeader) ?? "")?.[1];
  if (hash === undefined) throw new Problem(kind === "key" ? "auth.key_invalid" : "auth.session_invalid");
  return hash;
}

/** The session that the gateway names as its caller, and the project beside it. */
function memberFrom(request: Request): { sessionHash: string; projectId: string | undefined } {
  const [, sessionHash, projectId = ""] = /^member:([0-9a-f]{64}):(\S*)$/.exec(request.get(callerHeader) ?? "") ?? [];
  if (sessionHash === undefined) throw new Problem("auth.session_invalid");
  return { sessionHash, projectId: isId("project", projectId) ? projectId : undefined };
}

/** Creates the function that authenticates the caller of an operation, before the rest of the request is read. */
export function createAuthenticate({
  serviceTokens,
  findKey,
  findSession,
  keyUsage,
  backgroundDocuments,
  links,
}: AuthenticationDependencies) {
  async function keyCaller(operation: Operation, request: Request): Promise<CallerOf<"key">> {
    const key = await findKey(hashFrom(request, "key"));
    if (!key) throw new Problem("auth.key_invalid");
    const needed = neededScopes(operation);
    if (!needed.some((scope) => key.scopes.includes(scope))) throw scopeMissing(needed);
    keyUsage.note(key.keyId);
    event.add({ projectId: key.projectId });
    return { kind: "key", projectId: key.projectId, keyId: key.keyId };
  }

  async function accountCaller({ instanceRole }: Operation, request: Request): Promise<Caller> {
    const session = await findSession(hashFrom(request, "session"), undefined);
    if (!session) throw new Problem("auth.session_invalid");
    if (instanceRole !== undefined && session.signedIn.account.instanceRole !== instanceRole) {
      throw new Problem("auth.scope_missing", {
        message: `This requires the instance role ${instanceRole}. Ask the operator of this installation to grant it.`,
      });
    }
    return { kind: "account", ...session.signedIn };
  }

  async function memberCaller(operation: Operation, request: Request): Promise<CallerOf<"member">> {
    const { sessionHash, projectId } = memberFrom(request);
    const session = await findSession(sessionHash, projectId);
    if (!session) throw new Problem("auth.session_invalid");
    // Another's project gets the answer of a project that does not exist.
    if (projectId === undefined || session.role === undefined) throw new Problem("project.not_found");
    event.add({ projectId });
    if (!isAllowed(session.role, operation.permission ?? "own")) {
      throw new Problem("auth.scope_missing", {
        message: `Your role in this project, ${session.role}, does not allow this.`,
      });
    }
    return { kind: "member", ...session.signedIn, projectId, role: session.role };
  }

  /** A caller that names a key needs a scope, and any other a role in the project. */
  async function keyOrMemberCaller(operation: Operation, request: Request): Promise<Caller> {
    const kind = "keyOrMember";
    if (request.get(callerHeader)?.startsWith("key:")) {
      const { projectId, keyId } = await keyCaller(operation, request);
      return { kind, projectId, author: null, keyId };
    }
    const { projectId, account } = await memberCaller(operation, request);
    return { kind, projectId, author: account, keyId: null };
  }

  function linkCaller(request: Request): Caller {
    const [, token = ""] = /^link:([\w.-]+)$/.exec(request.get(callerHeader) ?? "") ?? [];
    const link = links.verify(token);
    event.add({ projectId: link.projectId, contentId: link.contentId });
    return { kind: "link", link };
  }

  const withServiceToken: Record<ServiceTokenKind, (operation: Operation, request: Request) => Promise<Caller>> = {
    anyone: () => Promise.resolve({ kind: "anyone" }),
    keyHashes: () => Promise.resolve({ kind: "keyHashes" }),
    key: keyCaller,
    account: accountCaller,
    member: memberCaller,
    keyOrMember: keyOrMemberCaller,
    link: async (_operation, request) => linkCaller(request),
    courier: () => Promise.resolve({ kind: "courier" }),
    gateway: () => Promise.resolve({ kind: "gateway" }),
  };

  /**
   * A courier signs grants itself, so each that reads must name a document in progress that is made from this source. Writing
   * finds such a document itself.
   */
  async function grantCaller({ method }: Operation, token: string): Promise<Caller> {
    const grant = verified(() => serviceTokens.verifyGrant(token));
    if (method === "get" && grant.issuer === "platen-courier" && !(await backgroundDocuments.uses(grant))) {
      const message = "The grant names no document in progress that is made from this source.";
      throw new Problem("auth.token_invalid", { message });
    }
    return { kind: "grant", grant };
  }

  return async function authenticate(operation: Operation, request: Request): Promise<Caller> {
    const { callerKind: kind, operationId } = operation;
    if (kind === undefined) throw new Error(`${operationId} does not say for whom it is called`);
    if (kind === "reports" || kind === "worker") return { kind };
    const token = bearerOf(request);
    if (kind === "grant") return grantCaller(operation, token);
    verified(() => blamingClocks(() => serviceTokens.verifyServiceToken(token, operationId, issuerFor(kind))));
    return withServiceToken[kind](operation, request);
  };
}
