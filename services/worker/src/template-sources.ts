import type { Transport } from "@platen/client";
import { getTemplateSource, type TemplateSource } from "@platen/contracts/internal";
import type { DocumentJobData } from "@platen/queue";
import { tracing } from "@platen/telemetry";
import { LRUCache } from "lru-cache";
import { isNamed, raceAbort, RenderError } from "@platen/engine/failure";
import { packMessages, type PackedMessages } from "@platen/template-filler";
import { isRefusedByAll } from "./render-failures.ts";

const timeoutMs = 5_000;
const maxSources = 500;
const maxCachedLength = 50_000_000;
/** What the address and the digest of a file take in memory, in characters. */
const fileLength = 300;

/** What a run of composed text takes in memory, in characters. */
const lengthOfRun = 100;

/** A source as the worker keeps it. */
export type KeptSource = Omit<TemplateSource, "messages"> & { messages?: PackedMessages | undefined };

export type TemplateSources = {
  /** Reads the source of a job with the job's grant. `signal` ends the wait. */
  get(job: SourceRequest, signal: AbortSignal): Promise<KeptSource>;
};

export type SourceRequest = Pick<DocumentJobData, "sourceId" | "grant" | "requestId">;

/** Reads each source once and keeps it while there is room: sources never change. The caller has verified the grant. */
export function createTemplateSources(catalog: Transport): TemplateSources {
  const sources = new LRUCache<string, KeptSource>({
    max: maxSources,
    maxSize: maxCachedLength,
    sizeCalculation: ({ html, css, messages, library, places = {} }) =>
      html.length +
      css.length +
      (messages ? sizeOf(messages) : 0) +
      fileLength * ((library?.files.length ?? 0) + (library?.fonts.length ?? 0)) +
      lengthOfRun * countRuns(places) +
      1,
  });
  const reading = new Map<string, Promise<KeptSource>>();

  async function fetchSource({ sourceId, grant, requestId }: SourceRequest): Promise<TemplateSource> {
    const headers = { authorization: `Bearer ${grant}`, "x-request-id": requestId, ...tracing.carrier() };
    return catalog.call(getTemplateSource, { params: { sourceId } }, { headers, timeoutMs });
  }

  async function read(request: SourceRequest): Promise<KeptSource> {
    const { sourceId } = request;
    try {
      const { messages, ...read } = await tracing.span({ name: getTemplateSource.operationId, kind: "client" }, () =>
        fetchSource(request),
      );
      const source = messages ? { ...read, messages: packMessages(messages) } : read;
      sources.set(sourceId, source);
      return source;
    } catch (error) {
      // A retry does not help against a refusal, but a catalog that is unavailable comes back.
      throw new RenderError("template_unavailable", {
        stage: "template",
        retryable: !isRefusedByAll(error),
        cause: error,
      });
    } finally {
      reading.delete(sourceId);
    }
  }

  async function readOnce(request: SourceRequest): Promise<KeptSource> {
    const { sourceId } = request;
    const others = reading.get(sourceId);
    if (others) {
      try {
        return await others;
      } catch (error) {
        // The grant of the other job may be the cause.
        if (isNamed(error, "RenderError")) return read(request);
        throw error;
      }
    }
    const own = read(request);
    reading.set(sourceId, own);
    return own;
  }

  return {
    async get(request, signal) {
      const known = sources.get(request.sourceId);
      return known ?? raceAbort(readOnce(request), { signal, stage: "template" });
    },
  };
}

function sizeOf({ languages }: PackedMessages): number {
  return Object.values(languages).reduce((sum, { length }) => sum + length, 0);
}

function countRuns(places: NonNullable<TemplateSource["places"]>): number {
  return Object.values(places).reduce((count, { runs }) => count + runs.length, 0);
}
