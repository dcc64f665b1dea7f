import { operations, type Operation } from "@platen/contracts";
import { openDocuments, reportOutcomes } from "@platen/contracts/internal";

/**
 * For whom an operation is called:
 * - `anyone`: nobody in particular; the service token alone opens it.
 * - `keyHashes`: each item of the body names its own API key, which the operation looks up in its one statement.
 * - `key`: an API key, looked up beforehand; it brings its project.
 * - `account`: a signed-in account.
 * - `member`: a signed-in account with a role in the project that the path names.
 * - `grant`: the bearer of a document's grant; no service token.
 * - `reports`: each item of the body carries its own grant; no service token.
 */
export type CallerKind = "anyone" | "keyHashes" | "key" | "account" | "member" | "grant" | "reports";

const publicOperations = new Map<string, Operation>(Object.entries(operations));

/**
 * The one rule for who may call what. An internal operation no longer says whom the gateway acts for; the path it was
 * derived from does.
 */
export function callerKindOf(operation: Operation): CallerKind {
  const { operationId, access, path } = operation;
  if (operationId === openDocuments.operationId) return "keyHashes";
  if (operationId === reportOutcomes.operationId) return "reports";
  if (access === "grant") return "grant";
  if (publicOperations.get(operationId)?.access === "none") return "anyone";
  if (path.startsWith("/internal/v1/")) return "key";
  if (path.startsWith("/internal/dashboard/")) return path.includes("{projectId}") ? "member" : "account";
  throw new Error(`no rule says who may call ${operationId}`);
}
