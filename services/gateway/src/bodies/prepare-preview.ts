import type { operations, ParsedRequest } from "@platen/contracts";
import type { SentJson } from "@platen/http/parse-json";
import { toQueuedText } from "@platen/queue/texts";
import { textOfData } from "./text-of-data.ts";

type PreviewBody = ParsedRequest<typeof operations.previewTemplate>["body"];
type SourcePreviewBody = ParsedRequest<typeof operations.previewSource>["body"];

/** Whether a preview shows more than what is stored. Data counts: a template may print it as HTML. */
function showsOwnContent({ options = {}, ...body }: PreviewBody): boolean {
  const { version: _version, dataSet: _dataSet, locale: _locale, timeZone: _timeZone, ...given } = body;
  const { pageRanges: _pageRanges, ...settings } = options;
  return [...Object.values(given), ...Object.values(settings)].some((value) => value !== undefined);
}

/** Prepares the preview of a template. `parts` is what the catalog gets, as JSON. */
export function preparePreview({ body, json }: { body: PreviewBody; json: SentJson }) {
  const { data: _data, options = {}, locale, timeZone, ...parts } = body;
  const dataJson = textOfData(json);
  return {
    data: dataJson === undefined ? undefined : toQueuedText(dataJson),
    options,
    locale,
    timeZone,
    stored: { version: parts.version, dataSet: parts.dataSet },
    parts: showsOwnContent(body) ? JSON.stringify(parts) : undefined,
  };
}

/** Prepares the preview of a source that is not a template yet. `source` is what the catalog gets, as JSON. */
export function prepareSourcePreview({ body, json }: { body: SourcePreviewBody; json: SentJson }) {
  const { data: _data, options = {}, locale, timeZone, ...source } = body;
  const data = toQueuedText(textOfData(json) ?? "{}");
  return { data, options, locale, timeZone, source: JSON.stringify(source) };
}
