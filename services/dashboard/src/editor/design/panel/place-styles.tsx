import { SegmentedControl, Switch } from "@mantine/core";
import { Group, Wide } from "./group.tsx";
import { iconChoice } from "./icon-choice.tsx";
import { sideAlignments } from "./text-styles.tsx";
import type { ElementStyles } from "./use-element-styles.ts";
import { ValidatedField } from "./validated-field.tsx";
import { withUnit } from "./with-unit.ts";

type Side = "left" | "center" | "right";

/** The margins that put a box to a side of what is around it, or into the middle. */
const marginsOf: Readonly<Record<Side, Record<"margin-left" | "margin-right", string>>> = {
  left: { "margin-left": "", "margin-right": "" },
  center: { "margin-left": "auto", "margin-right": "auto" },
  right: { "margin-left": "auto", "margin-right": "" },
};

function sideOf(styles: ElementStyles): Side {
  if (styles.own("margin-left") !== "auto") return "left";
  return styles.own("margin-right") === "auto" ? "center" : "right";
}

type AlignmentProps = {
  styles: ElementStyles;
  /** Whether texts are among the elements: their lines are aligned too. */
  hasTexts: boolean;
};

/** Puts pictures and blocks to a side, or into the middle. */
export function AlignmentStyles({ styles, hasTexts }: AlignmentProps) {
  // A picture in a line has no side of its own.
  const display = styles.computed("display").startsWith("inline") ? { display: "block" } : {};
  return (
    <Group title="Alignment">
      <Wide>
        <SegmentedControl
          size="xs"
          fullWidth
          aria-label="Alignment on the page"
          value={sideOf(styles)}
          onChange={(value) => {
            const side = sideAlignments.find((one) => one.value === value)?.value ?? "left";
            styles.set({ ...display, ...marginsOf[side], ...(hasTexts ? { "text-align": side } : {}) });
          }}
          data={sideAlignments.map(iconChoice)}
        />
      </Wide>
    </Group>
  );
}

/** The lengths of `translate`, to the right and down. */
function shiftOf(styles: ElementStyles): [string, string] {
  const [right = "", down = ""] = styles.own("translate").split(" ");
  return [right, down];
}

function shiftMistake(text: string): string | undefined {
  const isLength = text === "" || CSS.supports("width", withUnit(text.replace(/^-/, ""), "mm"));
  return isLength ? undefined : "Use a length such as 20mm or -5mm";
}

/** Takes an element out of the flow, as a stamp: it stays where it stands, moved and turned from there. */
export function FreePlace({ styles }: { styles: ElementStyles }) {
  const isFree = styles.own("position") === "absolute";
  const [right, down] = shiftOf(styles);
  const shift = (x: string, y: string) => styles.set({ translate: `${x || "0"} ${y || "0"}` });
  return (
    <Group title="Free place">
      <Wide>
        <Switch
          size="xs"
          label="Takes no room, as a stamp"
          checked={isFree}
          onChange={({ currentTarget }) =>
            styles.set(currentTarget.checked ? { position: "absolute" } : { position: "", translate: "", rotate: "" })
          }
        />
      </Wide>
      {isFree ? (
        <>
          <ValidatedField
            label="To the right"
            value={right}
            placeholder="0"
            check={shiftMistake}
            onChange={(text) => shift(withUnit(text, "mm"), down)}
          />
          <ValidatedField
            label="Down"
            value={down}
            placeholder="0"
            check={shiftMistake}
            onChange={(text) => shift(right, withUnit(text, "mm"))}
          />
          <ValidatedField
            label="Turned by, in degrees"
            value={styles.own("rotate").replace(/deg$/, "")}
            placeholder="0"
            check={(text) => (/^-?\d{0,3}(?:\.\d)?$/.test(text) ? undefined : "Use a number such as -12")}
            onChange={(text) => styles.set({ rotate: text === "" ? "" : `${text}deg` })}
          />
        </>
      ) : null}
    </Group>
  );
}
