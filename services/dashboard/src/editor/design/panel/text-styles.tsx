import { AlignCenter, AlignJustify, AlignLeft, AlignRight } from "lucide-react";
import type { ReactNode } from "react";
import { useFontFamilies } from "../../../library/fonts/font-families.ts";
import type { ElementNode } from "@platen/template-source";
import { Group, Wide } from "./group.tsx";
import { ChoiceField, ColourField, IconChoiceField, LengthField } from "./style-fields.tsx";
import type { ElementStyles } from "./use-element-styles.ts";

const weights = [
  { value: "400", label: "Regular" },
  { value: "500", label: "Medium" },
  { value: "600", label: "Semibold" },
  { value: "700", label: "Bold" },
];

export const sideAlignments: { value: "left" | "center" | "right"; label: string; icon: ReactNode }[] = [
  { value: "left", label: "Left", icon: <AlignLeft size={14} aria-hidden /> },
  { value: "center", label: "Centre", icon: <AlignCenter size={14} aria-hidden /> },
  { value: "right", label: "Right", icon: <AlignRight size={14} aria-hidden /> },
];

const alignments = [
  ...sideAlignments,
  { value: "justify", label: "Justify", icon: <AlignJustify size={14} aria-hidden /> },
];

const textless = new Set(["img", "hr", "svg", "br", "col", "colgroup"]);

/** Whether an element never shows text: a picture, a line, or a block that only breaks the page. */
export function holdsNoText({ name, children }: ElementNode): boolean {
  return textless.has(name) || (name === "div" && children.length === 0);
}

const placed = new Set(["img", "svg", "table", "hr"]);

/** Whether an element has a width of its own, so that it can stand on a side or in the middle. */
export function isPlaced({ name }: ElementNode): boolean {
  return placed.has(name);
}

/** The style of text. */
export function TextStyles({ styles }: { styles: ElementStyles }) {
  const families = useFontFamilies();
  return (
    <Group title="Text">
      <Wide>
        <ChoiceField styles={styles} property="font-family" label="Family" choices={families} />
      </Wide>
      <LengthField styles={styles} property="font-size" label="Size" />
      <LengthField styles={styles} property="line-height" label="Line height" />
      <ChoiceField styles={styles} property="font-weight" label="Weight" choices={weights} />
      <ChoiceField
        styles={styles}
        property="font-style"
        label="Style"
        choices={[
          { value: "normal", label: "Upright" },
          { value: "italic", label: "Italic" },
        ]}
      />
      <Wide>
        <ColourField styles={styles} property="color" label="Colour" />
      </Wide>
      <Wide>
        <IconChoiceField styles={styles} property="text-align" label="Alignment" choices={alignments} />
      </Wide>
    </Group>
  );
}
