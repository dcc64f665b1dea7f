import { isProblem, type PageSettings } from "@platen/contracts";
import type { OpenedDocument, OpeningRequest } from "@platen/contracts/internal";
import type { Admission, CompletedDocument, Permit } from "@platen/queue";
import type { OnBehalf } from "../catalog/catalog.ts";
import type { Admit } from "./with-permit.ts";
import type { createKnownProjects } from "./known-projects.ts";
import type { createOpenInTime } from "./open-in-time.ts";
import type { createRenderOpened } from "./render-and-wait.ts";

export type GenerateRequest = {
  opening: Omit<OpeningRequest, "documentId"> & { documentId?: string };
  data: Record<string, unknown>;
  options: PageSettings;
  /** In milliseconds since the epoch. */
  requestedAt: number;
  deadlineAt: number;
  /** The date the PDF bears, where it is not the time of the request. */
  datedAt?: number | undefined;
  /** For a document whose reply is kept: hears of it before it is queued. */
  onOpened?: (opened: OpenedDocument) => Promise<unknown>;
  onBehalf: OnBehalf;
  /** Fires when the caller hangs up. */
  signal: AbortSignal;
};

/** What an answer is made of, whether it was rendered for this request or for one before. */
export type Generated = { templateName: string; version: number; reply: CompletedDocument; isReplayed: boolean };

/**
 * Makes the way of a document: a place in the queue, its record, its PDF. The place is asked for first, so that a refusal
 * costs little and leaves no record; it takes the project, which the first request of a key has to be opened to learn.
 */
export function createGenerateDocument(deps: {
  admit: Admit;
  admission: Pick<Admission, "release">;
  knownProjects: ReturnType<typeof createKnownProjects>;
  openInTime: ReturnType<typeof createOpenInTime>;
  rendering: ReturnType<typeof createRenderOpened>;
}) {
  const { admit, admission, knownProjects, openInTime, rendering } = deps;

  /** Not tied to the caller's signal: a record that may have been written must be known, so that it can be closed. */
  async function open(request: GenerateRequest, documentsAhead?: number): Promise<OpenedDocument> {
    const { opening, deadlineAt, onBehalf } = request;
    try {
      const opened = await openInTime(opening, { deadlineAt, documentsAhead, onBehalf });
      knownProjects.learn(opening.keyHash, opened.projectId);
      return opened;
    } catch (error) {
      if (isProblem(error) && error.code === "auth.key_invalid") knownProjects.forget(opening.keyHash);
      throw error;
    }
  }

  async function enterOpened(opened: OpenedDocument, { deadlineAt, onBehalf }: GenerateRequest): Promise<Permit> {
    try {
      return await admit({ projectId: opened.projectId, kind: "documents" }, deadlineAt);
    } catch (error) {
      await rendering.refuse(opened, { deadlineAt, onBehalf });
      throw error;
    }
  }

  async function openWith(permit: Permit, request: GenerateRequest): Promise<OpenedDocument> {
    try {
      return await open(request, permit.documentsAhead);
    } catch (error) {
      admission.release(permit, { wasRendered: false });
      throw error;
    }
  }

  return async function generateDocument(request: GenerateRequest): Promise<Generated> {
    const { data, options, requestedAt, deadlineAt, datedAt, onOpened, onBehalf, signal } = request;
    const projectId = knownProjects.projectOf(request.opening.keyHash);
    let permit = projectId === undefined ? undefined : await admit({ projectId, kind: "documents" }, deadlineAt);
    const opened = permit ? await openWith(permit, request) : await open(request);
    permit ??= await enterOpened(opened, request);
    const isKept = onOpened !== undefined;
    const render = {
      data,
      options,
      isPreview: false,
      permit,
      requestedAt,
      deadlineAt,
      datedAt,
      isKept,
      onBehalf,
      signal,
    };
    // A reply whose document is not noted is rendered again when it is asked for again.
    await onOpened?.(opened).catch(() => undefined);
    const { templateName, version } = opened;
    return { templateName, version, reply: await rendering.render(opened, render), isReplayed: false };
  };
}
