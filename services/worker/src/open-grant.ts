import { RenderError } from "@platen/engine/failure";
import type { DocumentJobAddress, DocumentJobData } from "@platen/queue";
import type { ServiceTokenVerifier, VerifiedGrant } from "@platen/service-tokens";

/**
 * Reads what the job may access from its grant, which the gateway or, for a document that no caller waits for, the courier
 * has signed. The job's own data must agree with it.
 */
export function openGrant(
  grants: Pick<ServiceTokenVerifier, "verifyGrant">,
  job: DocumentJobAddress & Partial<Pick<DocumentJobData, "sourceId" | "request">>,
): VerifiedGrant {
  let claims: VerifiedGrant;
  try {
    claims = grants.verifyGrant(job.grant);
  } catch (error) {
    throw new RenderError("template_unavailable", { stage: "template", retryable: false, cause: error });
  }
  const agrees =
    claims.documentId === job.documentId &&
    claims.projectId === job.projectId &&
    (claims.issuer === "platen-courier") === (job.lane === "background") &&
    (job.sourceId === undefined || claims.sourceId === job.sourceId) &&
    // Only the grant of a document without a template lets a job bring its own source.
    (job.request?.source === undefined || claims.sourceId === job.documentId);
  if (!agrees) throw new RenderError("template_unavailable", { stage: "template", retryable: false });
  return claims;
}
