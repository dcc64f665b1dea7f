import { type ElementNode, isCell } from "@platen/template-source";
import { ColumnPanel, RowPanel } from "./column-panel.tsx";
import { ElementBasics } from "./element-basics.tsx";
import { FlexPanel } from "./flex-panel.tsx";
import { Group, Wide } from "./group.tsx";
import { ChoiceField, ColourField, LengthField, SideFields, SwitchField } from "./style-fields.tsx";
import { holdsNoText, SizeStyles, TextStyles } from "./text-styles.tsx";
import { MakeSnippet } from "./make-snippet.tsx";
import { MakeTranslatable } from "./make-translatable.tsx";
import { ShowPanel } from "./show-panel.tsx";
import { useElementStyles } from "./use-element-styles.ts";

const borderStyles = ["solid", "dashed", "dotted", "double", "none"].map((value) => ({ value, label: value }));

/** The style of an element, which the fields write into its `style` attribute. */
export function ElementPanel({ element }: { element: ElementNode }) {
  const styles = useElementStyles(element);
  return (
    <>
      {isCell(element) ? <ColumnPanel cell={element} /> : null}
      {element.name === "tr" ? <RowPanel row={element} /> : null}
      <FlexPanel element={element} />
      <ElementBasics element={element} />
      <ShowPanel element={element} />
      <MakeTranslatable element={element} />
      {holdsNoText(element) ? null : <TextStyles styles={styles} />}
      <Group title="Spacing">
        <SideFields styles={styles} property="margin" label="Margin" />
        <SideFields styles={styles} property="padding" label="Padding" />
      </Group>
      <SizeStyles styles={styles} />
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
