import type { Operation } from "@platen/contracts";
import type { SentJson } from "@platen/http/parse-json";
import { prepareBatch } from "./prepare-batch.ts";
import { prepareBackground, prepareGenerate } from "./prepare-document.ts";
import { preparePreview, prepareSourcePreview } from "./prepare-preview.ts";

/**
 * Prepares large bodies before their handlers get them, by operation. All work on the values of a large body is
 * here, because here it can be ended: handlers get texts, bytes and small values. Pure functions, whose results can pass
 * from one process to another.
 */
const preparations = {
  generateDocument: prepareGenerate,
  generatePdf: prepareGenerate,
  generateJson: prepareGenerate,
  createDocument: prepareBackground,
  createBatch: prepareBatch,
  previewTemplate: preparePreview,
  previewSource: prepareSourcePreview,
};

/** A body that was checked, and as it was sent. */
type CheckedBody = { headers: unknown; body: unknown; json: SentJson };

/** What handlers get in place of the bodies of these operations. */
export type PreparedBodies = { [Id in keyof typeof preparations]: ReturnType<(typeof preparations)[Id]> };

/** What the handler of an operation with a large body gets. Other bodies are passed on, as JSON text. */
export function prepareBody({ operationId }: Operation, checked: CheckedBody): unknown {
  const prepare = new Map<string, unknown>(Object.entries(preparations)).get(operationId);
  if (prepare === undefined) return JSON.stringify(checked.body);
  // The request was parsed by the schemas of the operation whose function this is.
  return (prepare as (request: CheckedBody) => unknown)(checked);
}

/** Whether a body is passed on as it is. */
export function isPassedOn({ hasLargeBody, operationId }: Operation): boolean {
  return hasLargeBody === true && !Object.hasOwn(preparations, operationId);
}
