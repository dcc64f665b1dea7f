import { useEffect, useLayoutEffect, useMemo, useState } from "react";
import { useBrand } from "../../../library/brand/use-brand.ts";
import { linkedSheets, placeImports } from "../../../library/assets/asset-addresses.ts";
import { mergeTables } from "../../texts/two-tables.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { useDesign, useDesignStore } from "../design-context.ts";
import {
  ancestorsOf,
  canvasHtml,
  foreignNodes,
  type FormatSettings,
  nodesAt,
  readTemplate,
} from "@platen/template-source";
import { createCanvasFrame, type CanvasFrame, type CanvasLayout } from "./canvas-frame.ts";
import type { Strip } from "./draw-margins.ts";
import { placeBrand } from "./place-brand.ts";
import { useCanvasAssets } from "./use-canvas-assets.ts";
import { useIsReadFirst } from "./use-is-read-first.ts";

const emptyStrip: Strip = { html: "", missing: new Set() };

const notFilled = { html: undefined, missing: [], mistake: undefined };

/** Fills a header or footer of the page settings. The canvas leaves out a broken one; the preview explains why. */
function fillStrip(html: string | undefined, data: Record<string, unknown>, settings: FormatSettings) {
  if (!html) return emptyStrip;
  try {
    const template = readTemplate(html);
    const offsets = new Set<number>();
    const onMissing = (offset: number) => offsets.add(offset);
    const filled = canvasHtml(template, data, { emptySections: "none", settings, onMissing });
    return { html: filled, missing: new Set(nodesAt(template, offsets).map(({ id }) => id)) };
  } catch {
    return emptyStrip;
  }
}

export type ShownCanvas = {
  frame: CanvasFrame | undefined;
  /** A new object after each rendering. */
  layout: CanvasLayout | undefined;
  /** The error in the current template; the canvas shows the last valid one. */
  mistake: unknown;
  onFrameLoad: (iframe: HTMLIFrameElement) => void;
};

/** Keeps the canvas up to date with the template and the selected data. */
export function useCanvasFrame(): ShownCanvas {
  const { template, source, composed, ownership, data } = useDesign((state) => state.document);
  const { settings } = source;
  const { selected } = useDesign((state) => state.selecting);
  const showNames = useDesign((state) => state.showNames);
  const textEditing = useDesign((state) => state.textEditing);
  const frame = useDesign((state) => state.frame);
  const layout = useDesign((state) => state.layout);
  const { setFrame, setLayout, drawn } = useDesignStore();
  const texts = useTexts();
  const formatSettings = useMemo<FormatSettings>(
    () => ({ ...settings, language: texts.locale, messages: mergeTables(texts) }),
    [settings, texts],
  );
  // Without texts, the worker writes no language that the template does not have.
  const language = texts.choices.length === 0 ? settings.language : texts.locale;
  const isEditing = textEditing !== undefined;
  const { snippets } = composed;
  const { brand } = useBrand();
  const css = useMemo(() => placeBrand(composed.css, brand), [composed.css, brand]);

  // The first drawing waits for what it shows: each of the answers would draw the whole document again.
  const isReadFirst = useIsReadFirst();
  const [isBegun, setIsBegun] = useState(false);
  if (frame && !isReadFirst && !isBegun) setIsBegun(true);

  const filled = useMemo(() => {
    if (!isBegun) return notFilled;
    const foreign = foreignNodes(template, ownership);
    const offsets = new Set<number>();
    const onMissing = (offset: number) => offsets.add(offset);
    try {
      const options = { emptySections: "once", settings: formatSettings, snippets, foreign, onMissing } as const;
      const html = canvasHtml(template, data, options);
      return { html, missing: nodesAt(template, offsets), mistake: undefined };
    } catch (error) {
      return { html: undefined, missing: [], mistake: error };
    }
  }, [isBegun, template, ownership, data, formatSettings, snippets]);
  const missingIds = useMemo(() => new Set(filled.missing.map(({ id }) => id)), [filled.missing]);
  const header = useMemo(
    () => fillStrip(composed.header, data, formatSettings),
    [composed.header, data, formatSettings],
  );
  const footer = useMemo(
    () => fillStrip(composed.footer, data, formatSettings),
    [composed.footer, data, formatSettings],
  );

  const { urls, fontRules, sheets } = useCanvasAssets({
    html: template.html,
    filled: filled.html ?? "",
    css,
    header: header.html,
    footer: footer.html,
  });
  const wholeCss = useMemo(
    () => [...linkedSheets(template.html).map((name) => sheets.get(name) ?? ""), placeImports(css, sheets)].join("\n"),
    [template.html, css, sheets],
  );

  // As text, so that the canvas renders again only when other sections are revealed.
  const revealed = selected
    ? [selected, ...ancestorsOf(selected)].flatMap((node) => (node.kind === "section" ? [node.id] : [])).join(" ")
    : "";
  const revealedIds = useMemo(() => new Set(revealed === "" ? [] : revealed.split(" ").map(Number)), [revealed]);

  useLayoutEffect(() => {
    // Rendering would discard the text that is being edited.
    if (!frame || filled.html === undefined || isEditing) return;
    setLayout(
      frame.render({
        html: filled.html,
        css: wholeCss,
        language,
        settings,
        header,
        footer,
        revealed: revealedIds,
        showNames,
        missing: missingIds,
        urls,
        fontRules,
      }),
    );
  }, [
    frame,
    filled.html,
    wholeCss,
    language,
    settings,
    header,
    footer,
    revealedIds,
    showNames,
    missingIds,
    urls,
    fontRules,
    isEditing,
    setLayout,
  ]);

  useEffect(() => {
    if (layout) drawn();
  }, [layout, drawn]);

  // Pictures and fonts load after the text and move it. The pages, which are columns, may keep their size then.
  useEffect(() => {
    if (!frame || !isBegun) return undefined;
    const { document } = frame;
    const measure = () => setLayout(frame.measure());
    // The observer also tells the size that a rendering has measured.
    const observer = new ResizeObserver(() => {
      if (frame.isResized()) measure();
    });
    observer.observe(document.body);
    document.fonts.addEventListener("loadingdone", measure);
    document.addEventListener("load", measure, { capture: true });
    return () => {
      observer.disconnect();
      document.fonts.removeEventListener("loadingdone", measure);
      document.removeEventListener("load", measure, { capture: true });
    };
  }, [frame, isBegun, setLayout]);

  return {
    frame,
    layout,
    mistake: filled.mistake,
    onFrameLoad: ({ contentDocument }) => {
      const view = contentDocument?.defaultView;
      if (contentDocument && view) setFrame(createCanvasFrame(contentDocument, view));
    },
  };
}
