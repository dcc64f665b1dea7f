import { Group, Wide } from "./group.tsx";
import { ChoiceField, ColourField, LengthField, SideFields, SwitchField } from "./style-fields.tsx";
import type { ElementStyles } from "./use-element-styles.ts";

const borderStyles = [
  { value: "solid", label: "Solid" },
  { value: "dashed", label: "Dashed" },
  { value: "dotted", label: "Dotted" },
  { value: "double", label: "Double" },
  { value: "none", label: "None" },
];

/** The box of an element: its spacing, size, background and border, and how pages divide it. */
export function BoxStyles({ styles }: { styles: ElementStyles }) {
  return (
    <>
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
    </>
  );
}
