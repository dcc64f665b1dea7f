import type { operations, ParsedRequest } from "@platen/contracts";
import { toQueuedData } from "@platen/queue/texts";

type PreviewBody = ParsedRequest<typeof operations.previewTemplate>["body"];
type SourcePreviewBody = ParsedRequest<typeof operations.previewSource>["body"];

/** Whether a preview shows more than what is stored. Data counts: a template may print it as HTML. */
function showsOwnContent({ options = {}, ...body }: PreviewBody): boolean {
  const { version: _version, dataSet: _dataSet, locale: _locale, timeZone: _timeZone, ...given } = body;
  const { pageRanges: _pageRanges, ...settings } = options;
  return [...Object.values(given), ...Object.values(settings)].some((value) => value !== undefined);
}

/** Prepares the preview of a template. `parts` is what the catalog gets, as JSON. */
export function preparePreview({ body }: { body: PreviewBody }) {
  const { data, options = {}, locale, timeZone, ...parts } = body;
  return {
    data: data && toQueuedData(data),
    options,
    locale,
    timeZone,
    stored: { version: parts.version, dataSet: parts.dataSet },
    parts: showsOwnContent(body) ? JSON.stringify(parts) : undefined,
  };
}

/** Prepares the preview of a source that is not a template yet. `source` is what the catalog gets, as JSON. */
export function prepareSourcePreview({ body }: { body: SourcePreviewBody }) {
  const { data = {}, options = {}, locale, timeZone, ...source } = body;
  return { data: toQueuedData(data), options, locale, timeZone, source: JSON.stringify(source) };
}
