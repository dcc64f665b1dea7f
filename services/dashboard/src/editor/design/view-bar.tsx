import { NativeSelect } from "@mantine/core";
import { Layers, ListTree, PanelRight, Tag } from "lucide-react";
import { useRef } from "react";
import { IconButton } from "../../ui/icon-button.tsx";
import { LanguageSelect } from "../preview/language-select.tsx";
import { Palette } from "./palette/palette.tsx";
import { useDesign, useDesignStore } from "./design-context.ts";
import type { Sidebar } from "./design-state.ts";
import { MissingValues } from "./missing-values.tsx";
import classes from "./view-bar.module.css";

const zooms = [0.5, 0.75, 1, 1.25, 1.5, 2];

/** The width of the view, in pixels, from which two panels fit beside the canvas. */
const roomForBoth = 860;

type ViewBarProps = {
  zoom: number | "fit";
  onZoom: (zoom: number | "fit") => void;
};

/** The bar above the canvas: the palette, the zoom and the panel of properties. */
export function ViewBar({ zoom, onZoom }: ViewBarProps) {
  const { mayEdit } = useDesign((state) => state.document);
  const showNames = useDesign((state) => state.showNames);
  const isPanelOpen = useDesign((state) => state.isPanelOpen);
  const sidebar = useDesign((state) => state.sidebar);
  const { setShowNames, setIsPanelOpen, setSidebar } = useDesignStore();
  const bar = useRef<HTMLDivElement>(null);
  // With both panels, too little would be left of the paper.
  const hasRoomForBoth = () => (bar.current?.clientWidth ?? 0) >= roomForBoth;
  const toggle = (which: Sidebar) => {
    const isOpen = sidebar === which;
    setSidebar(isOpen ? undefined : which);
    if (!isOpen && !hasRoomForBoth()) setIsPanelOpen(false);
  };
  const togglePanel = () => {
    setIsPanelOpen(!isPanelOpen);
    if (!isPanelOpen && !hasRoomForBoth()) setSidebar(undefined);
  };
  return (
    <div ref={bar} className={classes["bar"]}>
      {mayEdit ? (
        <IconButton
          label="Fields"
          hint="Fields of the data"
          icon={ListTree}
          isOn={sidebar === "fields"}
          onClick={() => toggle("fields")}
        />
      ) : null}
      <IconButton
        label="Layers"
        hint="Elements of the page as a tree"
        icon={Layers}
        isOn={sidebar === "layers"}
        onClick={() => toggle("layers")}
      />
      {mayEdit ? <Palette /> : <span className={classes["space"]} />}
      <MissingValues />
      <LanguageSelect label="Language of the canvas" />
      <IconButton
        label="Show names"
        hint="Show the names of variables instead of their values"
        icon={Tag}
        isOn={showNames}
        onClick={() => setShowNames(!showNames)}
      />
      <NativeSelect
        size="xs"
        className={classes["zoom"] ?? ""}
        aria-label="Zoom"
        value={String(zoom)}
        onChange={({ currentTarget }) => onZoom(currentTarget.value === "fit" ? "fit" : Number(currentTarget.value))}
        data={[
          { value: "fit", label: "Fit width" },
          ...zooms.map((value) => ({ value: String(value), label: `${value * 100} %` })),
        ]}
      />
      <IconButton label="Properties" icon={PanelRight} isOn={isPanelOpen} onClick={togglePanel} />
    </div>
  );
}
