import { Problem, type Operation } from "@platen/contracts";
import type { Request, Response } from "express";
import type { Dependencies } from "../dependencies.ts";
import type { Caller } from "./caller.ts";
import { isCrossSite } from "./cross-site.ts";
import { networkOf } from "./network-of.ts";

/** Creates the function that authenticates the caller, before the rest of a request is read. */
export function createAuthenticate({
  config,
  authenticateKey,
  sessionCookie,
}: Pick<Dependencies, "config" | "authenticateKey" | "sessionCookie">) {
  const publicUrl = config.PUBLIC_URL === undefined ? undefined : new URL(config.PUBLIC_URL);

  function refuseCrossSite(operation: Operation, request: Request): void {
    if (operation.method === "get" || !operation.path.startsWith("/api/dashboard/")) return;
    const provenance = {
      fetchSite: request.get("sec-fetch-site"),
      origin: request.get("origin"),
      host: request.host,
      publicUrl,
    };
    if (!isCrossSite(provenance)) return;
    if (publicUrl === undefined || publicUrl.host === request.host) throw new Problem("auth.cross_site");
    throw new Problem("auth.cross_site", {
      message: `The dashboard is at ${publicUrl.origin}. Open it there. A proxy in front must pass on the header \`Host\`.`,
    });
  }

  return async function authenticate(operation: Operation, request: Request, response: Response): Promise<Caller> {
    refuseCrossSite(operation, request);
    const network = networkOf(request.ip);
    const { access, operationId } = operation;
    if (access === "none") return { kind: "anyone", network };
    if (access === "apiKey") {
      return { kind: "key", network, keyHash: await authenticateKey(operation, request, response) };
    }
    if (access !== "session") throw new Error(`the gateway does not serve ${operationId}`);
    const sessionHash = sessionCookie.sessionHashOf(request.get("cookie"));
    if (sessionHash === undefined) throw new Problem("auth.session_invalid");
    return { kind: "session", network, sessionHash };
  };
}
