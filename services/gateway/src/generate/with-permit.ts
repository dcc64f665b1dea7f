import { isProblem, Problem, type ProblemCode } from "@platen/contracts";
import type { Tenant } from "@platen/contracts/internal";
import type { Admission, AdmissionBucket, Permit, ReceivedReply } from "@platen/queue";
import type { ProjectTenants } from "../rate-limit/tenants.ts";
import { failed, NotCompleted, timedOut } from "./outcomes.ts";
import { untilDeadline } from "./until-deadline.ts";

/** Previews that one project may have in flight: a person looks at one at a time. */
const previewsInFlight = 20;

/** Gateways check the settings of Redis this often. */
const unsafeRedisRetryAfterSeconds = 10;

const busyWithDataMessage =
  "The `data` and `html` of the documents in progress take as much space as the project, or its account, may have. Retry when one of them is done, or send less.";
const unreadMessage =
  "Large PDFs that callers have not read yet take as much space as the project, or its account, may have. Read the answers faster, or ask for fewer large PDFs at a time.";
const fullOfDataMessage =
  "The `data` and `html` of the documents in progress take nearly all the space that there is. Retry after the seconds in `Retry-After`, or send less.";

/** The time that a caller has to read a large PDF, as `cutSlowReaders` gives it, and the slowest that it may read. */
const readingMs = 60_000;
const slowestBytesPerMs = 100;

/** Answers of the catalog after which a credential is no longer known to belong to a project. */
const refusals: ReadonlySet<ProblemCode> = new Set(["auth.key_invalid", "auth.session_invalid", "project.not_found"]);

type PermitRequest<Document> = {
  kind: AdmissionBucket["kind"];
  /** The key or session that asks, as the catalog knows it; a session together with the project it asks for. */
  credential: string;
  /** Asks the catalog for the project of the credential, and the account for which that counts. */
  findTenant: () => Promise<Tenant>;
  /** In milliseconds since the epoch. */
  deadlineAt: number;
  /** What the data take in the queue. */
  dataBytes: number;
  /** Creates the document's record, or the source of a preview. */
  create: (documentsAhead: number) => Promise<Document>;
};

export type WithPermit = ReturnType<typeof createWithPermit>;

/**
 * Creates the one owner of permits, the places in the queue. It acquires a permit, runs the work that needs it and
 * releases it exactly once, however the work ends.
 *
 * The permit comes before anything is stored, so that a refusal costs little and leaves nothing. A permit counts for a
 * project and its account, and only the catalog knows those of a credential: the first request of a credential asks for
 * them. The remembered answer decides only who waits for whom. The catalog checks the credential of every document.
 */
export function createWithPermit(deps: {
  admission: Pick<Admission, "acquire" | "release">;
  projectMaxInFlight: number;
  tenants: ProjectTenants;
  /** Why Redis must not get documents; undefined while it may. */
  redisProblem: () => string | undefined;
}) {
  const { admission, projectMaxInFlight, tenants, redisProblem } = deps;

  function refuseWhileRedisMayLose(): void {
    const problem = redisProblem();
    if (problem === undefined) return;
    const retryAfterSeconds = unsafeRedisRetryAfterSeconds;
    throw new Problem("dependency.unavailable", { retryAfterSeconds, cause: new Error(problem) });
  }

  async function acquire({ projectId, accountId }: Tenant, request: PermitRequest<unknown>): Promise<Permit> {
    const { kind, deadlineAt, dataBytes } = request;
    const limit = kind === "previews" ? previewsInFlight : projectMaxInFlight;
    const options = { limit, deadlineAt, dataBytes };
    const result = await admission.acquire({ projectId, accountId, kind }, options).catch((cause: unknown) => {
      throw new Problem("dependency.unavailable", { retryAfterSeconds: 1, cause });
    });
    if (result.outcome === "acquired") return result.permit;
    const { outcome, limitedBy, retryAfterSeconds } = result;
    const isByData = limitedBy === "data";
    if (outcome === "full") {
      const message = isByData ? { message: fullOfDataMessage } : {};
      throw new NotCompleted("queue_full", new Problem("queue.full", { ...message, retryAfterSeconds }));
    }
    const message = isByData
      ? busyWithDataMessage
      : `The project has reached its limit of ${limit} ${kind} in progress. Retry when one of them is done.`;
    throw new NotCompleted("project_busy", new Problem("project.busy", { message, retryAfterSeconds }));
  }

  /**
   * Lets a large PDF stay in Redis until its caller has read it, if the account has the space: slow readers of large
   * PDFs would fill Redis for all. Without the space the PDF is deleted.
   */
  async function whileUnread<Reply extends ReceivedReply>(reply: Reply, { bucket }: Permit): Promise<Reply> {
    if (reply.outcome === "failed" || reply.pdf instanceof Uint8Array) return reply;
    const { pdf, sizeBytes } = reply;
    const deadlineAt = Date.now() + Math.max(readingMs, sizeBytes / slowestBytesPerMs);
    const held = await admission
      .acquire({ ...bucket, kind: "replies" }, { limit: Number.MAX_SAFE_INTEGER, deadlineAt, dataBytes: sizeBytes })
      .catch((cause: unknown) => {
        throw new Problem("dependency.unavailable", { retryAfterSeconds: 1, cause });
      });
    if (held.outcome === "acquired") {
      const release = () => admission.release(held.permit, { wasRendered: false });
      return { ...reply, pdf: followed(pdf, release) };
    }
    await deleteUnread(pdf);
    const { retryAfterSeconds } = held;
    throw new NotCompleted("project_busy", new Problem("project.busy", { message: unreadMessage, retryAfterSeconds }));
  }

  return async function withPermit<Document, Result extends { reply: ReceivedReply }>(
    request: PermitRequest<Document>,
    render: (document: Document, permit: Permit) => Promise<Result>,
  ): Promise<Result> {
    const { kind, credential, findTenant, deadlineAt, create } = request;
    if (kind === "documents") refuseWhileRedisMayLose();
    const tenant = await untilDeadline(tenants.of(credential, findTenant), deadlineAt, () =>
      failed(timedOut("opening")),
    );
    const permit = await acquire(tenant, request);
    let wasRendered = false;
    try {
      const document = await create(permit.documentsAhead).catch((error: unknown) => {
        if (isProblem(error) && refusals.has(error.code)) tenants.forget(credential);
        throw error;
      });
      const result = await render(document, permit);
      const { reply } = result;
      // A worker that takes a document after its deadline drops it and replies with the stage `queue`.
      wasRendered = reply.outcome === "completed" || reply.failure.stage !== "queue";
      return { ...result, reply: await whileUnread(reply, permit) };
    } finally {
      // Before the answer, so that a caller's next request finds the permit free.
      admission.release(permit, { wasRendered });
    }
  };
}

/** Begins to read a PDF and stops, which deletes it. */
async function deleteUnread(pdf: AsyncIterable<Uint8Array>): Promise<void> {
  const pieces = pdf[Symbol.asyncIterator]();
  await pieces.next();
  await pieces.return?.();
}

async function* followed(pdf: AsyncIterable<Uint8Array>, onEnd: () => void): AsyncGenerator<Uint8Array> {
  try {
    yield* pdf;
  } finally {
    onEnd();
  }
}
