import { setTimeout as delay } from "node:timers/promises";
import { createId, isProblem, Problem } from "@platen/contracts";
import { accountHolder, type Holder } from "@platen/contracts/holder";
import type { IdempotencyStore, IdempotentRequest } from "@platen/queue";
import type { Logger } from "@platen/telemetry";
import { sha256 } from "../auth/sha256.ts";
import { tenantOfKey } from "../auth/verify-caller.ts";
import type { Catalog } from "../catalog/catalog.ts";
import { failed, problemOfFailure, timedOut } from "./outcomes.ts";
import { untilDeadline } from "./until-deadline.ts";
import type { createGenerateDocument, Generated, GenerateRequest } from "./generate-document.ts";

/** The time after which a request checks again whether the first request with its key is done. */
const pollIntervalMs = 100;
/** Each waiting request asks Redis ten times a second, so a gateway lets this many of an account wait. */
const maxWaitingPerAccount = 100;
/** A claim outlives its deadline by this, because its gateway still answers then. */
const claimGraceMs = 3_000;
/** A claim without a created document ends sooner: if its gateway dies, no reply comes. */
const maxCreationMs = 12_000;

const otherEpoch = "Redis is of another database: answers that it keeps for an Idempotency-Key are not used";

async function whileRedisAnswers<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    throw new Problem("dependency.unavailable", { retryAfterSeconds: 1, cause });
  }
}

/**
 * Creates the function that generates documents whose request carries an `Idempotency-Key`. Requests of a project with
 * the same key and the same body are rendered once, also across gateways; all of them get that answer. Failures that
 * may pass are not remembered.
 */
export function createGenerateIdempotently(deps: {
  catalog: Pick<Catalog, "call">;
  store: IdempotencyStore;
  logger: Pick<Logger, "warn">;
  generateDocument: ReturnType<typeof createGenerateDocument>;
}) {
  const { catalog, store, logger, generateDocument } = deps;

  const waiting = new Map<Holder, number>();

  /** Waits a moment for the first request with the key, as one of the account's waiting requests. */
  async function waitAMoment(holder: Holder, signal: AbortSignal): Promise<void> {
    const before = waiting.get(holder) ?? 0;
    if (before >= maxWaitingPerAccount) {
      const message = `The account has reached its limit of ${maxWaitingPerAccount} requests that wait for another one with their \`Idempotency-Key\`. Retry when that one is done.`;
      throw new Problem("project.busy", { message, retryAfterSeconds: 1 });
    }
    waiting.set(holder, before + 1);
    try {
      await delay(pollIntervalMs, undefined, { signal });
    } catch {
      throw new Problem("dependency.unavailable", { message: "The caller hung up." });
    } finally {
      const rest = (waiting.get(holder) ?? 1) - 1;
      if (rest > 0) waiting.set(holder, rest);
      else waiting.delete(holder);
    }
  }

  async function generateClaimed(
    idempotent: IdempotentRequest,
    request: GenerateRequest & { document: { documentId: string } },
  ): Promise<Generated> {
    const { documentId } = request.document;
    const datedAt = request.request.datedAt ?? request.requestedAt;
    try {
      const generated = await generateDocument({
        ...request,
        onCreated({ version, templateName }) {
          const claim = { documentId, claimEnds: request.deadlineAt + claimGraceMs };
          return store.note(idempotent, claim, { version, templateName, requestedAt: datedAt });
        },
      });
      // If this fails, the next request with the key is rendered again, to the same bytes.
      await store.keep(idempotent, documentId).catch(() => undefined);
      return generated;
    } catch (error) {
      const isFinal = isProblem(error) && error.status === 422 && error.code !== "template.not_published";
      const end = isFinal ? store.keep(idempotent, documentId) : store.release(idempotent, documentId);
      // If this fails, the claim expires.
      await end.catch(() => undefined);
      throw error;
    }
  }

  return async function generateIdempotently(
    { key, bodyHash }: { key: string; bodyHash: string },
    request: GenerateRequest,
  ): Promise<Generated> {
    const { deadlineAt, signal, context } = request;
    // Each time: a revoked key must get no answer, not even a stored one.
    const tenant = tenantOfKey(catalog, context, { signal });
    const { projectId, accountId, epoch } = await untilDeadline(
      tenant,
      deadlineAt,
      () => failed(timedOut("opening")).problem,
    );
    const holder = accountHolder(accountId);
    if (await whileRedisAnswers(store.enterEpoch(epoch))) logger.warn(otherEpoch, { epoch });
    // Answers of before a restore are about documents that the database does not have. A key has no space.
    const keyHash = sha256(`${epoch} ${key}`);
    const idempotent = { projectId, holder, keyHash, bodyHash };
    for (;;) {
      const documentId = createId("document");
      const claimEnds = Math.min(deadlineAt + claimGraceMs, Date.now() + maxCreationMs);
      const claim = await whileRedisAnswers(store.claim(idempotent, { documentId, claimEnds }));
      if (claim.outcome === "too many") throw new Problem("idempotency.too_many_keys", { retryAfterSeconds: 3_600 });
      if (claim.outcome === "other body") throw new Problem("idempotency.key_reused");
      if (claim.outcome === "answered") {
        const { reply, about } = claim;
        if (reply.outcome === "failed") throw problemOfFailure(reply.failure);
        const { version, templateName } = about;
        return { templateName, version, reply, isReplayed: true };
      }
      if (claim.outcome === "claimed") {
        const { earlier } = claim;
        const version = request.document.version ?? earlier?.version;
        const document =
          request.document.templateId === undefined
            ? { ...request.document, documentId }
            : { ...request.document, documentId, version };
        const generated = await generateClaimed(idempotent, {
          ...request,
          document,
          request: { ...request.request, datedAt: earlier?.requestedAt },
        });
        return { ...generated, isReplayed: earlier !== undefined };
      }
      if (Date.now() + pollIntervalMs >= deadlineAt)
        throw new Problem("idempotency.in_progress", { retryAfterSeconds: 1 });
      await waitAMoment(holder, signal);
    }
  };
}

export type GenerateIdempotently = ReturnType<typeof createGenerateIdempotently>;
