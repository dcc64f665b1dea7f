import { splitRenderOptions, type operations, type ParsedRequest } from "@platen/contracts";
import type { SentJson } from "@platen/http/parse-json";
import { queuedBytesOf } from "@platen/queue/texts";
import { textOfData } from "./text-of-data.ts";

type PreviewBody = ParsedRequest<typeof operations.previewTemplate>["body"];
type SourcePreviewBody = ParsedRequest<typeof operations.previewSource>["body"];

/** Whether a preview shows more than what is stored. Data counts: a template may print it as HTML. */
function showsOwnContent(body: PreviewBody): boolean {
  const { rendering, others } = splitRenderOptions(body);
  const { version: _version, dataSet: _dataSet, ...given } = others;
  // Of the options of rendering, page settings alone have content: headers and footers.
  const { pageRanges: _pageRanges, ...settings } = rendering.options ?? {};
  return [...Object.values(given), ...Object.values(settings)].some((value) => value !== undefined);
}

/** Prepares the preview of a template. `parts` is what the catalog gets, as JSON. */
export function preparePreview({ body, json }: { body: PreviewBody; json: SentJson }) {
  const { rendering, others } = splitRenderOptions(body);
  const { data: _data, ...parts } = others;
  const dataJson = textOfData(json);
  return {
    rendering,
    data: dataJson === undefined ? undefined : { dataJson, queuedBytes: queuedBytesOf({ dataJson }) },
    stored: { version: parts.version, dataSet: parts.dataSet },
    parts: showsOwnContent(body) ? JSON.stringify(parts) : undefined,
  };
}

/** Prepares the preview of a source that is not a template yet. `source` is what the catalog gets, as JSON. */
export function prepareSourcePreview({ body, json }: { body: SourcePreviewBody; json: SentJson }) {
  const { rendering, others } = splitRenderOptions(body);
  const { data: _data, ...source } = others;
  const dataJson = textOfData(json) ?? "{}";
  return { rendering, data: { dataJson, queuedBytes: queuedBytesOf({ dataJson }) }, source: JSON.stringify(source) };
}
