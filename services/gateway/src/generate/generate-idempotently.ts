import { setTimeout as delay } from "node:timers/promises";
import { createId, isProblem, operations, Problem } from "@platen/contracts";
import { internalOperation } from "@platen/contracts/internal";
import type { IdempotencyStore, IdempotentRequest } from "@platen/queue";
import { sha256 } from "../auth/sha256.ts";
import type { Catalog, OnBehalf } from "../catalog/catalog.ts";
import { problemOfFailure } from "./outcomes.ts";
import type { createGenerateDocument, Generated, GenerateRequest } from "./generate-document.ts";

/** How often a request looks whether the first one with its key is done. */
const lookEveryMs = 100;
const longestLookUpMs = 5_000;
/** A claim outlives its deadline by this, in which its gateway still answers. */
const claimGraceMs = 3_000;
/** Until its document is opened it ends sooner: of a gateway that dies before, no reply is going to come. */
const longestOpeningMs = 12_000;

const ownProject = internalOperation(operations.listProjects);

async function reached<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    throw new Problem("dependency.unavailable", { retryAfterSeconds: 1, cause });
  }
}

/**
 * Makes the generation of documents whose request carries an `Idempotency-Key`: of all requests of a project with the
 * same key and the same body one is carried out, and the others get its answer, through whichever gateway they come.
 * Failures that may pass are not remembered.
 */
export function createGenerateOnce(deps: {
  catalog: Pick<Catalog, "call">;
  store: IdempotencyStore;
  generateDocument: ReturnType<typeof createGenerateDocument>;
}) {
  const { catalog, store, generateDocument } = deps;

  /** Asked each time: the key must still be good, also for an answer that needs nothing else of the catalog. */
  async function projectOf(onBehalf: OnBehalf, deadlineAt: number): Promise<string> {
    const { projects } = await catalog.call(ownProject, { query: { pageSize: 1 } }, onBehalf, {
      declaredBy: operations.generateDocument,
      timeoutMs: Math.min(longestLookUpMs, Math.max(1, deadlineAt - Date.now())),
    });
    const [project] = projects;
    if (!project) throw new Problem("auth.key_invalid");
    return project.projectId;
  }

  async function carryOut(
    once: IdempotentRequest,
    request: GenerateRequest & { opening: { documentId: string } },
  ): Promise<Generated> {
    const { documentId } = request.opening;
    const datedAt = request.datedAt ?? request.requestedAt;
    try {
      const generated = await generateDocument({
        ...request,
        onOpened({ version, templateName }) {
          const claim = { documentId, claimEnds: request.deadlineAt + claimGraceMs };
          return store.note(once, claim, { version, templateName, requestedAt: datedAt });
        },
      });
      // Without it the next request with the key is rendered again, to the same bytes.
      await store.keep(once, documentId).catch(() => undefined);
      return generated;
    } catch (error) {
      const isFinal = isProblem(error) && error.status === 422 && error.code !== "template.not_published";
      const end = isFinal ? store.keep(once, documentId) : store.release(once, documentId);
      // Else the claim ends by itself.
      await end.catch(() => undefined);
      throw error;
    }
  }

  return async function generateOnce(
    { key, body }: { key: string; body: unknown },
    request: GenerateRequest,
  ): Promise<Generated> {
    const { deadlineAt, signal, onBehalf } = request;
    const projectId = await projectOf(onBehalf, deadlineAt);
    const once = { projectId, keyHash: sha256(key), bodyHash: sha256(JSON.stringify(body)) };
    for (;;) {
      const documentId = createId("document");
      const claimEnds = Math.min(deadlineAt + claimGraceMs, Date.now() + longestOpeningMs);
      const claim = await reached(store.claim(once, { documentId, claimEnds }));
      if (claim.outcome === "other body") throw new Problem("idempotency.key_reused");
      if (claim.outcome === "answered") {
        const { reply, about } = claim;
        if (reply.outcome === "failed") throw problemOfFailure(reply.failure);
        const { version, templateName } = about;
        return { templateName, version, reply, isReplayed: true };
      }
      if (claim.outcome === "claimed") {
        const { earlier } = claim;
        const opening = { ...request.opening, documentId, version: request.opening.version ?? earlier?.version };
        const made = await carryOut(once, { ...request, opening, datedAt: earlier?.requestedAt });
        return { ...made, isReplayed: earlier !== undefined };
      }
      if (Date.now() + lookEveryMs >= deadlineAt)
        throw new Problem("idempotency.in_progress", { retryAfterSeconds: 1 });
      await delay(lookEveryMs, undefined, { signal }).catch(() => {
        throw new Problem("dependency.unavailable", { message: "The caller hung up." });
      });
    }
  };
}
