import { NativeSelect } from "@mantine/core";
import { Layers, ListTree, PanelRight, Tag } from "lucide-react";
import { LanguageSelect } from "../preview/language-select.tsx";
import type { CanvasZoom } from "./canvas/canvas-zoom.ts";
import { Palette } from "./palette/palette.tsx";
import { useDesign, useDesignStore } from "./design-context.ts";
import type { Sidebar } from "./design-state.ts";
import { MissingValues } from "./missing-values.tsx";
import { ToolButton } from "./tool-button.tsx";
import classes from "./view-bar.module.css";

const zooms = [0.5, 0.75, 1, 1.25, 1.5, 2];

/** From this width, the panels have names in the bar, and the tools still have theirs. */
const roomForWords = 1_000;

type ZoomProps = {
  zoom: CanvasZoom;
  /** The factor of the zoom, where 1 is the paper's actual size. */
  factor: number;
  onZoom: (zoom: CanvasZoom) => void;
};

type ViewBarProps = ZoomProps & {
  width: number;
  /** Whether two panels have room beside the page. */
  hasRoomForBoth: boolean;
};

function ZoomSelect({ zoom, factor, onZoom }: ZoomProps) {
  const shown = zoom === "start" ? (factor === 1 ? 1 : "width") : zoom;
  const others = typeof shown === "number" && !zooms.includes(shown) ? [shown] : [];
  return (
    <NativeSelect
      size="xs"
      className={classes["zoom"] ?? ""}
      aria-label="Zoom"
      value={String(shown)}
      onChange={({ currentTarget: { value } }) => onZoom(value === "width" || value === "page" ? value : Number(value))}
      data={[
        { value: "width", label: "Fit width" },
        { value: "page", label: "Fit page" },
        ...[...zooms, ...others]
          .toSorted((a, b) => a - b)
          .map((value) => ({ value: String(value), label: `${Math.round(value * 100)} %` })),
      ]}
    />
  );
}

/** The bar above the canvas: the palette, the zoom and the panel of properties. */
export function ViewBar({ width, hasRoomForBoth, ...zooming }: ViewBarProps) {
  const { mayEdit } = useDesign((state) => state.document);
  const showNames = useDesign((state) => state.showNames);
  const isPanelOpen = useDesign((state) => state.isPanelOpen);
  const sidebar = useDesign((state) => state.sidebar);
  const { setShowNames, setIsPanelOpen, setSidebar } = useDesignStore();
  const hasWord = width >= roomForWords;
  const toggle = (which: Sidebar) => {
    const isOpen = sidebar === which;
    setSidebar(isOpen ? undefined : which);
    if (!isOpen && !hasRoomForBoth) setIsPanelOpen(false);
  };
  const togglePanel = () => {
    setIsPanelOpen(!isPanelOpen);
    if (!isPanelOpen && !hasRoomForBoth) setSidebar(undefined);
  };
  return (
    <div className={classes["bar"]}>
      {mayEdit ? (
        <ToolButton
          label="Fields"
          {...(hasWord ? {} : { hint: "Fields of the data" })}
          icon={ListTree}
          hasWord={hasWord}
          isOn={sidebar === "fields"}
          onClick={() => toggle("fields")}
        />
      ) : null}
      <ToolButton
        label="Layers"
        {...(hasWord ? {} : { hint: "Elements of the page as a tree" })}
        icon={Layers}
        hasWord={hasWord}
        isOn={sidebar === "layers"}
        onClick={() => toggle("layers")}
      />
      {mayEdit ? <Palette /> : <span className={classes["space"]} />}
      <MissingValues />
      <LanguageSelect label="Language of the canvas" />
      <ToolButton
        label="Show names"
        hint="Show the names of variables instead of their values"
        icon={Tag}
        isOn={showNames}
        onClick={() => setShowNames(!showNames)}
      />
      <ZoomSelect {...zooming} />
      <ToolButton label="Properties" icon={PanelRight} hasWord={hasWord} isOn={isPanelOpen} onClick={togglePanel} />
    </div>
  );
}
