import { AlignCenter, AlignJustify, AlignLeft, AlignRight } from "lucide-react";
import type { ElementNode } from "../source/nodes.ts";
import { isCell } from "../source/table-columns.ts";
import { ColumnPanel } from "./column-panel.tsx";
import { ElementBasics } from "./element-basics.tsx";
import { useFontFamilies } from "../../../library/fonts/font-families.ts";
import { Group, Wide } from "./group.tsx";
import { ChoiceField, ColourField, LengthField, IconChoiceField, SideFields, SwitchField } from "./style-fields.tsx";
import { MakeSnippet } from "./make-snippet.tsx";
import { MakeTranslatable } from "./make-translatable.tsx";
import { ShowPanel } from "./show-panel.tsx";
import { useElementStyles } from "./use-element-styles.ts";

const weights = [
  { value: "400", label: "Regular" },
  { value: "500", label: "Medium" },
  { value: "600", label: "Semibold" },
  { value: "700", label: "Bold" },
];

const borderStyles = ["solid", "dashed", "dotted", "double", "none"].map((value) => ({ value, label: value }));

const alignments = [
  { value: "left", label: "Left", icon: <AlignLeft size={14} aria-hidden /> },
  { value: "center", label: "Centre", icon: <AlignCenter size={14} aria-hidden /> },
  { value: "right", label: "Right", icon: <AlignRight size={14} aria-hidden /> },
  { value: "justify", label: "Justify", icon: <AlignJustify size={14} aria-hidden /> },
];

const textless = new Set(["img", "hr", "svg", "br", "col", "colgroup"]);

/** Whether an element never shows text: a picture, a line, or a block that only breaks the page. */
function holdsNoText({ name, children }: ElementNode): boolean {
  return textless.has(name) || (name === "div" && children.length === 0);
}

/** The style of an element, which the fields write into its `style` attribute. */
export function ElementPanel({ element }: { element: ElementNode }) {
  const styles = useElementStyles(element);
  const families = useFontFamilies();
  return (
    <>
      {isCell(element) ? <ColumnPanel cell={element} /> : null}
      <ElementBasics element={element} />
      <ShowPanel element={element} />
      <MakeTranslatable element={element} />
      {holdsNoText(element) ? null : (
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
      )}
      <Group title="Spacing">
        <SideFields styles={styles} property="margin" label="Margin" />
        <SideFields styles={styles} property="padding" label="Padding" />
      </Group>
      <Group title="Size">
        <LengthField styles={styles} property="width" label="Width" />
        <LengthField styles={styles} property="height" label="Height" />
      </Group>
      <Group title="Background and border">
        <Wide>
          <ColourField styles={styles} property="background-color" label="Background" />
        </Wide>
        <LengthField
          styles={{
            ...styles,
            // A border without a style would be invisible.
            set: (values) =>
              styles.set(
                styles.computed("border-top-style") === "none" ? { ...values, "border-style": "solid" } : values,
              ),
          }}
          property="border-width"
          label="Border"
        />
        <ChoiceField styles={styles} property="border-style" label="Line" choices={borderStyles} />
        <ColourField styles={styles} property="border-color" label="Border colour" />
        <LengthField styles={styles} property="border-radius" label="Corners" />
      </Group>
      <Group title="On the page">
        <Wide>
          <SwitchField styles={styles} property="break-before" label="Start on a new page" on="page" />
        </Wide>
        <Wide>
          <SwitchField styles={styles} property="break-inside" label="Keep together on one page" on="avoid" />
        </Wide>
      </Group>
      <MakeSnippet element={element} />
    </>
  );
}
