import { ActionIcon, NativeSelect, Switch, Tooltip } from "@mantine/core";
import { PanelLeft, PanelRight } from "lucide-react";
import { LanguageSelect } from "../preview/language-select.tsx";
import { Palette } from "./palette/palette.tsx";
import { useDesign } from "./design-context.ts";
import classes from "./view-bar.module.css";

const zooms = [0.5, 0.75, 1, 1.25, 1.5, 2];

type ViewBarProps = {
  zoom: number | "fit";
  onZoom: (zoom: number | "fit") => void;
};

/** The bar above the canvas: the palette, the zoom and the panel of properties. */
export function ViewBar({ zoom, onZoom }: ViewBarProps) {
  const { mayEdit, showNames, setShowNames, isPanelOpen, setIsPanelOpen, isFieldsOpen, setIsFieldsOpen } = useDesign();
  return (
    <div className={classes["bar"]}>
      {mayEdit ? (
        <>
          <Tooltip label="Fields of the data">
            <ActionIcon
              variant={isFieldsOpen ? "light" : "subtle"}
              color={isFieldsOpen ? "press" : "gray"}
              aria-label="Fields"
              aria-pressed={isFieldsOpen}
              onClick={() => setIsFieldsOpen(!isFieldsOpen)}
            >
              <PanelLeft size={16} aria-hidden />
            </ActionIcon>
          </Tooltip>
          <Palette />
        </>
      ) : null}
      <span className={classes["space"]} />
      <LanguageSelect label="Language of the canvas" />
      <Switch
        size="xs"
        label={
          <>
            <span className={classes["verb"]}>Show </span>
            <span className={classes["names"]}>names</span>
          </>
        }
        title="Show the names of variables instead of their values"
        checked={showNames}
        onChange={({ currentTarget }) => setShowNames(currentTarget.checked)}
      />
      <NativeSelect
        size="xs"
        aria-label="Zoom"
        value={String(zoom)}
        onChange={({ currentTarget }) => onZoom(currentTarget.value === "fit" ? "fit" : Number(currentTarget.value))}
        data={[
          { value: "fit", label: "Fit width" },
          ...zooms.map((value) => ({ value: String(value), label: `${value * 100} %` })),
        ]}
      />
      <Tooltip label="Properties">
        <ActionIcon
          variant={isPanelOpen ? "light" : "subtle"}
          color={isPanelOpen ? "press" : "gray"}
          aria-label="Properties"
          aria-pressed={isPanelOpen}
          onClick={() => setIsPanelOpen(!isPanelOpen)}
        >
          <PanelRight size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}
