import { Button } from "@mantine/core";
import { useState } from "react";
import { ReactCrop, type PercentCrop } from "react-image-crop";
import "react-image-crop/dist/ReactCrop.css";
import { objectUrlOf } from "./asset-bytes.ts";
import { areaOf, type Area, type Pixels } from "./scale-picture.ts";
import classes from "./picture-crop.module.css";

const whole: PercentCrop = { unit: "%", x: 0, y: 0, width: 100, height: 100 };

type PictureCropProps = { file: File; pixels: Pixels; onCrop: (area: Area) => void; onCancel: () => void };

/** Lets the user choose a part of a picture, with the pointer or with the arrow keys on its handles. */
export function PictureCrop({ file, pixels, onCrop, onCancel }: PictureCropProps) {
  const [crop, setCrop] = useState<PercentCrop>(whole);
  const area = areaOf(crop, pixels);
  return (
    <div style={{ display: "grid", gap: "0.5rem", justifyItems: "start" }}>
      {/* Without the border that moves for as long as the picture is shown. */}
      <ReactCrop
        className="ReactCrop--no-animate"
        crop={crop}
        onChange={(_, percent) => setCrop(percent)}
        keepSelection
      >
        <img style={{ display: "block", maxWidth: "100%", maxHeight: "45vh" }} src={objectUrlOf(file)} alt="" />
      </ReactCrop>
      <div className={classes["buttons"]}>
        <output style={{ color: "var(--soft)", fontSize: "0.8125rem" }}>
          {area.width} × {area.height} pixels
        </output>
        <Button size="compact-sm" variant="default" onClick={onCancel}>
          Keep the whole picture
        </Button>
        <Button size="compact-sm" onClick={() => onCrop(area)}>
          Crop
        </Button>
      </div>
    </div>
  );
}
