import { Problem, type Operation } from "@platen/contracts";
import { contextOf } from "@platen/http";
import type { Request, Response } from "express";
import type { SessionCookie } from "./session.ts";
import type { RefusalRecorder } from "../refusals/refusal-recorder.ts";
import { refusalOf } from "../refusals/refusal-of.ts";
import type { Sender, FailureThrottle } from "../rate-limit/failure-throttle.ts";
import { keyHashIn, type LimitKey } from "./api-key.ts";
import { credentialOf, type Caller } from "../catalog/caller.ts";
import { isCrossSite } from "./cross-site.ts";
import { networkOf } from "./network-of.ts";

type AuthenticateDependencies = {
  publicUrl: URL | undefined;
  failureThrottle: FailureThrottle;
  limitKey: LimitKey;
  sessionCookie: SessionCookie;
  refusalRecorder: RefusalRecorder;
};

/** Creates the function that authenticates the caller, before the rest of a request is read. */
export function createAuthenticate({
  publicUrl,
  failureThrottle,
  limitKey,
  sessionCookie,
  refusalRecorder,
}: AuthenticateDependencies) {
  function refuseCrossSite(operation: Operation, request: Request): void {
    if (operation.method === "get" || !operation.path.startsWith("/api/dashboard/")) return;
    const provenance = {
      fetchSite: request.get("sec-fetch-site"),
      origin: request.get("origin"),
      host: request.host,
      publicUrl,
    };
    if (isCrossSite(provenance)) throw new Problem("auth.cross_site");
  }

  /** The caller as a request names it; throws a problem for a request that names none. */
  function callerIn({ access, operationId }: Operation, request: Request, network: string): Caller {
    if (access === "none") return { kind: "anyone", network };
    if (access === "apiKey") return { kind: "key", network, keyHash: keyHashIn(request.get("authorization")) };
    if (access !== "session") throw new Error(`the gateway does not serve ${operationId}`);
    const sessionHash = sessionCookie.sessionHashOf(request.get("cookie"));
    if (sessionHash === undefined) throw new Problem("auth.session_invalid");
    return { kind: "session", network, sessionHash };
  }

  /** A network that has failed too often learns that first, whatever is wrong with its key. */
  function callerOrRefusal(operation: Operation, request: Request, sender: Sender): Caller {
    try {
      return callerIn(operation, request, sender.network);
    } catch (error) {
      failureThrottle.refuse(sender);
      throw error;
    }
  }

  return async function authenticate(operation: Operation, request: Request, response: Response): Promise<Caller> {
    refuseCrossSite(operation, request);
    const network = networkOf(request.ip);
    const sender: Sender = { network, credential: undefined };
    response.once("close", () => {
      const { problem, requestId } = contextOf(request);
      if (!response.headersSent) return;
      void failureThrottle.learn(sender, { status: response.statusCode, problemCode: problem?.code });
      if (problem === undefined || operation.access !== "apiKey" || sender.credential === undefined) return;
      const refusal = refusalOf(operation, problem);
      if (refusal) refusalRecorder.note({ ...refusal, keyHash: sender.credential, requestId });
    });
    const caller = callerOrRefusal(operation, request, sender);
    sender.credential = credentialOf(caller);
    // A read by anyone has no body, names no credential and costs little. A file by a link has a secret and costs more.
    const { access, method, response: answer } = operation;
    if (access !== "none" || method !== "get" || answer.content === "bytes") failureThrottle.refuse(sender);
    if (caller.kind === "key") await limitKey(operation, caller.keyHash, response);
    return caller;
  };
}
