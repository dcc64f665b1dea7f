import type { OpenedDocument } from "@platen/contracts/internal";
import type { ServiceTokenSigner } from "@platen/service-tokens";
import type { GrantedDocument } from "./outcome-reporter.ts";

/** A document's grant outlives its deadline, so that a late worker can still say what became of it. */
const graceMs = 60_000;

/** Makes the token that opens an opened document's source and outcome, and nothing else. */
export function grantFor(
  tokens: Pick<ServiceTokenSigner, "grant">,
  { documentId, projectId, sourceId }: Pick<OpenedDocument, "documentId" | "projectId" | "sourceId">,
  { isPreview, deadlineAt }: { isPreview: boolean; deadlineAt: number },
): GrantedDocument {
  const lifeMs = Math.max(0, deadlineAt - Date.now()) + graceMs;
  const claims = { documentId, projectId, sourceId, preview: isPreview };
  return { documentId, grant: tokens.grant(claims, Math.ceil(lifeMs / 1_000)) };
}
