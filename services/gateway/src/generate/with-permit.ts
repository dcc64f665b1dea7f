import { isProblem, Problem, type ProblemCode } from "@platen/contracts";
import type { Admission, AdmissionBucket, Permit, ReceivedReply } from "@platen/queue";
import { NotCompleted } from "./outcomes.ts";

/** Previews that one project may have in flight: a person looks at one at a time. */
const previewsInFlight = 20;

const maxCredentials = 10_000;

/** Answers of the catalog after which a credential is no longer known to belong to a project. */
const refusals: ReadonlySet<ProblemCode> = new Set(["auth.key_invalid", "auth.session_invalid", "project.not_found"]);

type PermitRequest<Document> = {
  kind: AdmissionBucket["kind"];
  /** The key or session that asks, as the catalog knows it; a session together with the project it asks for. */
  credential: string;
  /** In milliseconds since the epoch. */
  deadlineAt: number;
  /** Creates the document's record. `documentsAhead` is undefined while no permit is held. */
  create: (documentsAhead: number | undefined) => Promise<Document>;
  /** Closes the record of a document that gets no permit. */
  discard?: (document: Document) => Promise<void>;
};

export type WithPermit = ReturnType<typeof createWithPermit>;

/**
 * Creates the one owner of permits, the places in the queue. It acquires a permit, runs the work that needs it and
 * releases it exactly once, however the work ends.
 *
 * The permit comes before the record, so that a refusal costs little and leaves no record. A permit is a project's, and
 * only the catalog knows the project of a credential: the first request of a credential creates its record first. A
 * remembered project decides only who waits for whom. The catalog checks the credential of every document.
 */
export function createWithPermit(deps: {
  admission: Pick<Admission, "acquire" | "release">;
  projectMaxInFlight: number;
}) {
  const { admission, projectMaxInFlight } = deps;
  const projects = new Map<string, string>();

  async function createAndLearn<Document extends { projectId: string }>(
    { credential, create }: PermitRequest<Document>,
    documentsAhead: number | undefined,
  ): Promise<Document> {
    try {
      const document = await create(documentsAhead);
      if (projects.size >= maxCredentials && !projects.has(credential)) projects.clear();
      projects.set(credential, document.projectId);
      return document;
    } catch (error) {
      if (isProblem(error) && refusals.has(error.code)) projects.delete(credential);
      throw error;
    }
  }

  async function acquire(bucket: AdmissionBucket, deadlineAt: number): Promise<Permit> {
    const limit = bucket.kind === "previews" ? previewsInFlight : projectMaxInFlight;
    const result = await admission.acquire(bucket, { limit, deadlineAt }).catch((cause: unknown) => {
      throw new Problem("dependency.unavailable", { retryAfterSeconds: 1, cause });
    });
    if (result.outcome === "acquired") return result.permit;
    const { outcome, retryAfterSeconds } = result;
    if (outcome === "full") throw new NotCompleted("queue_full", new Problem("queue.full", { retryAfterSeconds }));
    const message = `The project has reached its limit of ${limit} ${bucket.kind} in progress. Retry when one of them is done.`;
    throw new NotCompleted("project_busy", new Problem("project.busy", { message, retryAfterSeconds }));
  }

  /** Acquires a permit, runs the work that holds it and releases it. The one place where permits come and go. */
  async function hold<Result extends { reply: ReceivedReply }>(
    bucket: AdmissionBucket,
    { deadlineAt, onRefused }: { deadlineAt: number; onRefused?: () => Promise<void> | undefined },
    work: (permit: Permit) => Promise<Result>,
  ): Promise<Result> {
    const permit = await acquire(bucket, deadlineAt).catch(async (error: unknown) => {
      await onRefused?.();
      throw error;
    });
    let wasRendered = false;
    try {
      const result = await work(permit);
      const { reply } = result;
      // A worker that takes a document after its deadline drops it and replies with the stage `queue`.
      wasRendered = reply.outcome === "completed" || reply.failure.stage !== "queue";
      return result;
    } finally {
      // Before the answer, so that a caller's next request finds the permit free.
      admission.release(permit, { wasRendered });
    }
  }

  return async function withPermit<Document extends { projectId: string }, Result extends { reply: ReceivedReply }>(
    request: PermitRequest<Document>,
    render: (document: Document, permit: Permit) => Promise<Result>,
  ): Promise<Result> {
    const { kind, credential, deadlineAt, discard } = request;
    const knownProjectId = projects.get(credential);
    if (knownProjectId !== undefined) {
      return hold({ projectId: knownProjectId, kind }, { deadlineAt }, async (permit) =>
        render(await createAndLearn(request, permit.documentsAhead), permit),
      );
    }
    const document = await createAndLearn(request, undefined);
    const onRefused = () => discard?.(document);
    return hold({ projectId: document.projectId, kind }, { deadlineAt, onRefused }, (permit) =>
      render(document, permit),
    );
  };
}
