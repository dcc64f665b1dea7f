import type { KeptRequest, RenderRequest } from "@platen/contracts";

/** What a caller sent for a document, until it is kept: its data as a text, whose numbers have all their digits. */
export type SentRequest = Omit<KeptRequest, "data" | "requestedAt"> & { dataJson: string | undefined };

/** A request as it is kept: without what its caller did not send. */
export function sentRequestOf(request: RenderRequest, hasData: boolean): SentRequest {
  const { dataJson, source, filename: _filename, check: _check, datedAt: _datedAt, ...rendering } = request;
  const ofSource = source && { html: source.html, css: source.css, settings: source.settings };
  return { dataJson: hasData ? dataJson : undefined, ...ofSource, ...rendering };
}
