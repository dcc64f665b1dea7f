import { ApiProblem, type Transport } from "@platen/client";
import { getTemplateSource, type TemplateSource } from "@platen/contracts/internal";
import { LRUCache } from "lru-cache";
import { raceAbort } from "./failure/aborted.ts";
import { isNamed, RenderError } from "./failure/render-error.ts";

const timeoutMs = 5_000;
const maxSources = 500;
const maxCachedLength = 50_000_000;

export type TemplateSources = {
  /** Reads a source with the grant that opens it, unless `signal` ends the wait. */
  get(sourceId: string, grant: string, signal: AbortSignal): Promise<TemplateSource>;
};

/** Sources never change, so each is read once and kept while there is room. Whoever asks has checked the grant. */
export function createTemplateSources(catalog: Transport): TemplateSources {
  const sources = new LRUCache<string, TemplateSource>({
    max: maxSources,
    maxSize: maxCachedLength,
    sizeCalculation: ({ html, css }) => html.length + css.length + 1,
  });
  const reading = new Map<string, Promise<TemplateSource>>();

  async function read(sourceId: string, grant: string): Promise<TemplateSource> {
    try {
      const source = await catalog.call(
        getTemplateSource,
        { params: { sourceId } },
        { headers: { authorization: `Bearer ${grant}` }, timeoutMs },
      );
      sources.set(sourceId, source);
      return source;
    } catch (error) {
      // A refusal stays one; a catalog that is away comes back.
      const isRefused = error instanceof ApiProblem && error.status < 500;
      throw new RenderError("template_unavailable", { stage: "template", retryable: !isRefused, cause: error });
    } finally {
      reading.delete(sourceId);
    }
  }

  async function readOnce(sourceId: string, grant: string): Promise<TemplateSource> {
    const others = reading.get(sourceId);
    if (others) {
      try {
        return await others;
      } catch (error) {
        // The other's grant may have been the trouble.
        if (isNamed(error, "RenderError")) return read(sourceId, grant);
        throw error;
      }
    }
    const own = read(sourceId, grant);
    reading.set(sourceId, own);
    return own;
  }

  return {
    async get(sourceId, grant, signal) {
      const known = sources.get(sourceId);
      return known ?? raceAbort(readOnce(sourceId, grant), { signal, stage: "template" });
    },
  };
}
