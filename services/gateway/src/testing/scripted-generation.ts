import { createId, type Operation } from "@platen/contracts";
import {
  getTenant,
  openDocuments,
  openInlineDocuments,
  openPreview,
  openSourcePreview,
  openStoredPreview,
  reportOutcomes,
  type DocumentCreation,
  type DocumentRequest,
  type OutcomeReport,
} from "@platen/contracts/internal";
import { accountHolder, type Holder } from "@platen/contracts/holder";
import type { Reply } from "@platen/http";
import type {
  AcquireResult,
  AdmissionBucket,
  CompletedDocument,
  DocumentJob,
  Permit,
  ReceivedReply,
  WaitResult,
  Withdrawal,
} from "@platen/queue";
import { queuedBytesOf } from "@platen/queue/texts";
import { parseJson } from "@platen/http/parse-json";
import type { GrantClaims } from "@platen/service-tokens";
import type { Caller } from "../catalog/caller.ts";
import type { PreparedBodies } from "../bodies/prepare-body.ts";
import { prepareSourcePreview } from "../bodies/prepare-preview.ts";
import { createDocumentCreator } from "../generate/document-creator.ts";
import { createGenerateDocument, type GenerateRequest } from "../generate/generate-document.ts";
import { createOutcomeReporter } from "../generate/outcome-reporter.ts";
import { createCountOutcome } from "../generate/outcomes.ts";
import { createRenderAndWait } from "../generate/render-and-wait.ts";
import { createWithPermit } from "../generate/with-permit.ts";
import type { NotedRequest } from "../kept-requests/request-keeper.ts";
import { createTenants, type ProjectTenants } from "../rate-limit/tenants.ts";
import { mountPreview } from "../routes/preview.ts";
import { createRoutes } from "../routes/routes.ts";

type AcquireOptions = { limit: number; deadlineAt: number; dataBytes: number };
type WaitOptions = { deadlineAt: number; signal: AbortSignal; isKept?: boolean };

/** What the gateway's neighbours do, in the order a document meets them. Each default lets the document succeed. */
export type Script = {
  acquire(bucket: AdmissionBucket): AcquireResult | Promise<AcquireResult>;
  create(request: DocumentRequest): DocumentCreation | Promise<DocumentCreation>;
  createPreview(): void | Promise<void>;
  findTenant(): void | Promise<void>;
  add(job: DocumentJob): void | Promise<void>;
  wait(documentId: string, options: WaitOptions): WaitResult | Promise<WaitResult>;
  withdraw(documentId: string): Withdrawal | Promise<never>;
  report(report: OutcomeReport): void | Promise<void>;
  redisProblem(): string | undefined;
};

export const accountId = "acc_01jd3k8v7n2q4r6s8t0v2w4x6z";
export const projectId = "prj_01jd3k8v7n2q4r6s8t0v2w4x6z";
export const keyHash = "0".repeat(64);
export const previewSourceId = "pvw_01jd3k8v7n2q4r6s8t0v2w4x6z";

const signedIn: Caller = { kind: "session", network: "192.0.2.1", sessionHash: "1".repeat(64) };

export function createdDocument({ documentId, templateId }: Pick<DocumentRequest, "documentId" | "templateId">) {
  const sourceId = "ver_01jd3k8v7n2q4r6s8t0v2w4x6z";
  return {
    outcome: "opened",
    documentId,
    projectId,
    templateId,
    templateName: "Invoice",
    version: 3,
    sourceId,
  } as const;
}

function completedReply(documentId: string): CompletedDocument {
  const measured = { pageCount: 2, sizeBytes: 4, sha256: "f".repeat(64), queueMs: 3, renderMs: 40 };
  return { outcome: "completed", documentId, ...measured, warnings: [], pdf: Buffer.from("%PDF") };
}

/** The end of a wait to which a worker has answered. */
export function answered(reply: ReceivedReply): WaitResult {
  return { end: "reply", reply };
}

/** The end of a wait as the real waiter ends it when its signal fires. */
export async function abandoned(signal: AbortSignal): Promise<WaitResult> {
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener("abort", resolve));
  return { end: "abandoned" };
}

function permitFor(bucket: AdmissionBucket, number: number): Permit {
  return { id: `permit ${number}`, bucket, priority: 70 + number, documentsAhead: number };
}

/**
 * The way of a document with fakes for Redis, the queue and the catalog. It records what they are asked: `steps` in
 * their order, the rest by kind.
 */
export function createScriptedGeneration(script: { [Step in keyof Script]?: Script[Step] | undefined } = {}) {
  const steps: string[] = [];
  const acquired: ({ bucket: AdmissionBucket } & AcquireOptions)[] = [];
  const released: { id: string; wasRendered: boolean }[] = [];
  const asked: DocumentRequest[] = [];
  const documentsAhead: number[] = [];
  const jobs: { job: DocumentJob; priority: number }[] = [];
  const waits: ({ documentId: string } & WaitOptions)[] = [];
  const withdrawn: string[] = [];
  const reports: OutcomeReport[] = [];
  const grants = new Map<string, { claims: GrantClaims; lifeSeconds: number }>();
  const kept: NotedRequest[] = [];
  const counted: string[] = [];
  const warnings: string[] = [];

  const admission = {
    async acquire(bucket: AdmissionBucket, options: AcquireOptions): Promise<AcquireResult> {
      steps.push("acquire");
      acquired.push({ bucket, ...options });
      const result = await script.acquire?.(bucket);
      return result ?? { outcome: "acquired", permit: permitFor(bucket, acquired.length) };
    },
    release({ id }: Pick<Permit, "id">, { wasRendered }: { wasRendered: boolean }): void {
      steps.push("release");
      released.push({ id, wasRendered });
    },
  };

  async function createAll(requests: readonly DocumentRequest[]): Promise<DocumentCreation[]> {
    steps.push("create");
    asked.push(...requests);
    return Promise.all(requests.map(async (request) => (await script.create?.(request)) ?? createdDocument(request)));
  }

  async function takeReports(sent: readonly OutcomeReport[]): Promise<void> {
    for (const report of sent) {
      steps.push("report");
      reports.push(report);
      await script.report?.(report);
    }
  }

  async function findTenant(): Promise<unknown> {
    steps.push("ask");
    await script.findTenant?.();
    return { projectId, accountId };
  }

  async function createPreview(): Promise<unknown> {
    steps.push("create");
    await script.createPreview?.();
    return { documentId: createId("document"), projectId, templateName: "Invoice", sourceId: previewSourceId };
  }

  const serves: Record<string, (body: { documents: DocumentRequest[]; reports: OutcomeReport[] }) => Promise<unknown>> =
    {
      [openDocuments.operationId]: async ({ documents }) => ({ documents: await createAll(documents) }),
      [openInlineDocuments.operationId]: async ({ documents }) => ({
        documents: documents.map(({ documentId }) => ({ outcome: "opened", documentId, projectId })),
      }),
      [getTenant.operationId]: findTenant,
      [openPreview.operationId]: createPreview,
      [openSourcePreview.operationId]: createPreview,
      [openStoredPreview.operationId]: createPreview,
      [reportOutcomes.operationId]: ({ reports }) => takeReports(reports),
    };
  const catalog = {
    call: async (
      operation: Operation,
      { body }: { body: { documents: DocumentRequest[]; reports: OutcomeReport[] } },
    ) => serves[operation.operationId]?.(body),
    // Stands in for a generic method, with the operations it is called with.
  } as never;

  const producer = {
    async add(job: DocumentJob, { priority }: { priority: number }): Promise<void> {
      steps.push("add");
      jobs.push({ job, priority });
      await script.add?.(job);
    },
    async withdraw(documentId: string): Promise<Withdrawal> {
      steps.push("withdraw");
      withdrawn.push(documentId);
      return script.withdraw?.(documentId) ?? "removed";
    },
    // Stands in for the two methods that are called.
  } as never;

  const waiter = {
    channel: "replies of this gateway",
    async wait(documentId: string, options: WaitOptions): Promise<WaitResult> {
      steps.push("wait");
      waits.push({ documentId, ...options });
      return (await script.wait?.(documentId, options)) ?? answered(completedReply(documentId));
    },
    // Stands in for the one method that is called.
  } as never;

  const tokens = {
    grant(claims: GrantClaims, lifeSeconds: number): string {
      const grant = `grant ${grants.size + 1}`;
      grants.set(grant, { claims, lifeSeconds });
      return grant;
    },
  };

  const metrics = { countDocument: (outcome: string): void => void counted.push(outcome) };
  const warn = (message: string): void => void warnings.push(message);
  const logger = { warn };

  const reporter = createOutcomeReporter({ catalog, tokens, logger });
  const countOutcome = createCountOutcome({ metrics });
  const tenants: ProjectTenants = createTenants();
  const withPermit = createWithPermit({
    admission,
    projectMaxInFlight: 1_000,
    tenants,
    redisProblem: () => script.redisProblem?.(),
  });
  const renderAndWait = createRenderAndWait({ producer, waiter, reporter, countLost: () => void counted.push("lost") });
  const createDocument = createDocumentCreator({
    catalog,
    reporter,
    spacingMs(ahead) {
      documentsAhead.push(ahead);
      return 0;
    },
  });
  const generateDocument = createGenerateDocument({
    requestKeeper: { note: (noted) => void kept.push(noted) },
    catalog,
    countOutcome,
    withPermit,
    createDocument,
    renderAndWait,
  });

  type Preview = (
    request: { params: { projectId: string }; body: PreparedBodies["previewSource"] },
    context: { caller: Caller; requestId: string; holder: Holder; receivedAt: number; signal: AbortSignal },
  ) => Promise<Reply>;
  const previews = new Map<string, Preview>();
  const mounted = { mount: ({ operationId }: Operation, handler: Preview) => previews.set(operationId, handler) };
  // Stands in for the one method that is called.
  mountPreview(createRoutes(mounted as never, { catalog, tenants }), {
    config: { RENDER_DEADLINE_MS: 30_000 },
    countOutcome,
    withPermit,
    renderAndWait,
  });

  return {
    /** What the neighbours do; a test may change it between two requests. */
    script,
    /** What the neighbours were asked, in order: ask (for the tenant), acquire, create, add, wait, withdraw, report, release. */
    steps,
    acquired,
    released,
    /** The records requested from the catalog. */
    asked,
    /** How many documents were said to be ahead of each record. */
    documentsAhead,
    jobs,
    waits,
    withdrawn,
    reports,
    grants,
    /** The requests that are handed over to be kept. */
    kept,
    /** The outcomes counted in the metric. */
    counted,
    warnings,

    generate(changes: Partial<GenerateRequest> = {}) {
      const requestedAt = Date.now();
      return generateDocument({
        document: { keyHash, requestId: "req_12345678", templateId: "tpl_01jd3k8v7n2q4r6s8t0v2w4x6z" },
        request: { dataJson: '{"number":7}' },
        hasData: true,
        queuedBytes: queuedBytesOf({ dataJson: '{"number":7}' }),
        holder: accountHolder(accountId),
        requestedAt,
        deadlineAt: requestedAt + 30_000,
        context: { requestId: "req_12345678" },
        signal: new AbortController().signal,
        ...changes,
      });
    },

    /** Asks for a preview of a source, as a session that is signed in. */
    async preview(changes: { caller?: Caller; projectId?: string; signal?: AbortSignal } = {}): Promise<Reply> {
      const source = { name: "Invoice", html: "<p></p>" };
      const { caller = signedIn, signal = new AbortController().signal } = changes;
      const request = {
        params: { projectId: changes.projectId ?? projectId },
        body: prepareSourcePreview({ body: source, json: parseJson(Buffer.from(JSON.stringify(source))) }),
      };
      const preview = previews.get("previewSource");
      if (!preview) throw new Error("no preview is mounted");
      return preview(request, {
        caller,
        requestId: "req_12345678",
        holder: accountHolder(accountId),
        receivedAt: Date.now(),
        signal,
      });
    },

    /** Resolves once no report is on its way to the catalog. */
    settled: () => reporter.settled(),

    /** Lets the gateway learn the key's project, and forgets what that took. */
    async learnProject(): Promise<void> {
      await this.generate();
      for (const record of [steps, acquired, released, asked, documentsAhead, jobs, waits, counted]) record.length = 0;
    },
  };
}
