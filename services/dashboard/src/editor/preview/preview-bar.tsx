import { Button, Tooltip } from "@mantine/core";
import { Download, Minus, MoveHorizontal, Plus, X } from "lucide-react";
import { formatCount, formatDuration, formatSize } from "../../ui/format.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { LanguageSelect } from "./language-select.tsx";
import type { Preview } from "./request-preview.ts";
import classes from "./preview-bar.module.css";
import type { Zoom } from "./zoom.ts";

type PreviewBarProps = {
  preview: Preview | undefined;
  pageNumber: number;
  zoom: Zoom;
  /** The current scale; 1 is the paper's actual size. */
  factor: number;
  onZoomStep: (direction: 1 | -1) => void;
  onZoom: (zoom: Zoom) => void;
  onDownload: () => void;
  /** Closes the preview; undefined if it is the only view. */
  onClose: (() => void) | undefined;
};

/** The bar above the document: its pages and size, the zoom and the download. */
export function PreviewBar(props: PreviewBarProps) {
  const { preview, pageNumber, zoom, factor, onZoomStep, onZoom, onDownload, onClose } = props;
  const count = preview?.pages.length ?? 0;
  return (
    <div className={classes["bar"]}>
      <p className={`${classes["facts"] ?? ""} figures`}>
        {preview ? (
          <>
            <span>
              {count > 1 ? `Page ${pageNumber} of ${count.toLocaleString("en")}` : formatCount(count, "page")}
            </span>
            <span className={classes["size"]}>{formatSize(preview.bytes.byteLength)}</span>
            {preview.renderMs === undefined ? null : (
              <span title="Render time" className={classes["extra"]}>
                {formatDuration(preview.renderMs)}
              </span>
            )}
          </>
        ) : null}
      </p>
      <LanguageSelect label="Language of the preview" />
      <div className={classes["zoom"]}>
        <IconButton iconSize={15} label="Zoom out" icon={Minus} onClick={() => onZoomStep(-1)} />
        <Tooltip label="Actual size">
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            style={{ minWidth: "3.6rem", fontVariantNumeric: "tabular-nums", fontWeight: 450 }}
            aria-label={`Zoom ${Math.round(factor * 100)} %: show at 100 %`}
            onClick={() => onZoom(1)}
          >
            {Math.round(factor * 100)} %
          </Button>
        </Tooltip>
        <IconButton iconSize={15} label="Zoom in" icon={Plus} onClick={() => onZoomStep(1)} />
        <IconButton
          iconSize={15}
          label="Fit width"
          icon={MoveHorizontal}
          isOn={zoom === "fit"}
          onClick={() => onZoom("fit")}
        />
      </div>
      <IconButton label="Download PDF" icon={Download} disabled={!preview} onClick={onDownload} />
      {onClose ? <IconButton label="Close the preview" icon={X} onClick={onClose} /> : null}
    </div>
  );
}
