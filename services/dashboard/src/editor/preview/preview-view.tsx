import { Loader } from "@mantine/core";
import { useEffect, useMemo, useRef, useState } from "react";
import { useProject } from "../../components/project-context.ts";
import { formatCount } from "../../ui/format.ts";
import { useEditor, useEditorState, useSource } from "../editor-context.ts";
import type { Preview, PreviewRequest } from "./request-preview.ts";
import { downloadPdf } from "./download-pdf.ts";
import { actualSize, fitScale, layOutPages } from "./page-layout.ts";
import { PreviewBar } from "./preview-bar.tsx";
import { PreviewNotice } from "./preview-notice.tsx";
import { PreviewPages } from "./preview-pages.tsx";
import { PreviewWarnings } from "./preview-warnings.tsx";
import { usePreview } from "./use-preview.ts";
import { useClientSize, useScrollWindow } from "./use-scroll-window.ts";
import { useShownPreview } from "./use-shown-preview.ts";
import { useTexts } from "../texts/use-texts.ts";
import type { ViewProps } from "../panes/views.ts";
import { useZoom, zoomByWheel, zoomStep } from "./zoom.ts";

/** The request for a preview of the current source and data, in a language of its texts or in the template's own. */
function usePreviewRequest(locale: string | undefined): PreviewRequest {
  const { template, mayEdit } = useEditor();
  const source = useSource();
  const dataSet = useEditorState((state) => state.dataSet);
  const { projectId } = useProject();
  const { templateId } = template;
  const { html, css, settings, dataSets, translations } = source;
  const { value, index } = dataSet;
  const name = dataSets[index]?.name;
  return useMemo(() => {
    const params = { projectId, templateId };
    const language = locale === undefined ? {} : { locale };
    // A viewer may ask only for what is stored.
    if (!mayEdit) return { params, body: { ...language, ...(name === undefined ? {} : { dataSet: name }) } };
    const texts = translations ? { translations } : {};
    return { params, body: { html, css, settings, ...texts, data: value ?? {}, ...language } };
  }, [projectId, templateId, mayEdit, html, css, settings, translations, value, name, locale]);
}

/** The view of the real document, rendered again whenever the source or the data changes. */
export function PreviewView({ onClose }: ViewProps) {
  const { template } = useEditor();
  const request = usePreviewRequest(useTexts().chosen);
  const { preview, problem, retry } = usePreview(request);
  const [failedDrawing, setFailedDrawing] = useState<{ preview: Preview; error: unknown }>();
  const [zoom, setZoom] = useZoom();
  const scroller = useRef<HTMLDivElement>(null);
  const size = useClientSize(scroller);
  const scaleOf = ({ pages }: Preview) => (zoom === "fit" ? fitScale(pages, size?.width ?? 0) : zoom * actualSize);

  const { shown, drawNear } = useShownPreview({
    scroller,
    preview,
    scaleOf,
    onFailure: (failed, error) => setFailedDrawing({ preview: failed, error }),
  });
  const pages = shown?.preview.pages;
  const scale = shown ? scaleOf(shown.preview) : actualSize;
  const layout = useMemo(() => pages && layOutPages(pages, scale), [pages, scale]);
  const scrolled = useScrollWindow(scroller, layout, size);
  const near = scrolled?.near;
  useEffect(() => {
    if (!layout || !near) return undefined;
    const controller = new AbortController();
    drawNear(layout.boxes, near, controller.signal);
    return () => controller.abort();
  }, [layout, near, drawNear]);

  const factor = scale / actualSize;
  const stepZoom = (direction: 1 | -1) => setZoom(zoomStep(factor, direction));
  const failure = problem ?? (failedDrawing && failedDrawing.preview === preview ? failedDrawing : undefined);
  const isAnswered = (problem?.request ?? shown?.preview.request) === request;
  const label = shown
    ? `${template.name}, ${formatCount(shown.preview.pages.length, "page")}`
    : `${template.name}, not rendered yet`;
  return (
    <div style={{ position: "relative", display: "flex", flexDirection: "column", width: "100%", height: "100%" }}>
      <PreviewBar
        preview={shown?.preview}
        pageNumber={scrolled?.pageNumber ?? 1}
        zoom={zoom}
        factor={factor}
        onZoom={setZoom}
        onZoomStep={stepZoom}
        onClose={onClose}
        onDownload={() => shown && downloadPdf(shown.preview.bytes, template.name)}
      />
      <PreviewNotice error={failure?.error} hasPicture={shown !== undefined} onRetry={retry} />
      <PreviewWarnings
        warnings={shown?.preview.warnings ?? []}
        pageCount={pages?.length ?? 0}
        onShowPage={(page) => scroller.current?.scrollTo({ top: layout?.boxes[page - 1]?.top ?? 0 })}
      />
      <PreviewPages
        scroller={scroller}
        label={label}
        shown={shown}
        layout={layout}
        isBusy={!isAnswered && !failure}
        isOutdated={failure !== undefined}
        onZoomStep={stepZoom}
        onZoomFit={() => setZoom("fit")}
        onZoomWheel={(deltaY) => setZoom(zoomByWheel(factor, deltaY))}
      />
      {shown || failure ? null : (
        <Loader style={{ position: "absolute", inset: 0, margin: "auto" }} aria-label="Rendering the preview" />
      )}
    </div>
  );
}
