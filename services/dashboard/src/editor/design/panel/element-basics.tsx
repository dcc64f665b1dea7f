import { NativeSelect, TextInput } from "@mantine/core";
import { useDesign, useDesignStore } from "../design-context.ts";
import { ImageField } from "./image-field.tsx";
import { type ElementNode, readAttribute, rename, setAttribute } from "@platen/template-source";
import { Group, Wide } from "./group.tsx";
import { ChoiceField, IconChoiceField } from "./style-fields.tsx";
import { AlignVerticalJustifyCenter, AlignVerticalJustifyEnd, AlignVerticalJustifyStart } from "lucide-react";
import { useElementStyles } from "./use-element-styles.ts";

const textTags = ["p", "h1", "h2", "h3", "h4", "h5", "h6"];

const textChoices = [
  { value: "p", label: "Paragraph" },
  ...[1, 2, 3, 4, 5, 6].map((level) => ({ value: `h${level}`, label: `Heading ${level}` })),
];

const listChoices = [
  { value: "ul", label: "With bullets" },
  { value: "ol", label: "Numbered" },
];

const markers = [
  { value: "disc", label: "• Dots" },
  { value: "circle", label: "◦ Circles" },
  { value: "square", label: "▪ Squares" },
  { value: "decimal", label: "1, 2, 3" },
  { value: "lower-alpha", label: "a, b, c" },
  { value: "lower-roman", label: "i, ii, iii" },
  { value: "none", label: "None" },
];
const verticalAlignments = [
  { value: "top", label: "Top", icon: <AlignVerticalJustifyStart size={14} aria-hidden /> },
  { value: "middle", label: "Middle", icon: <AlignVerticalJustifyCenter size={14} aria-hidden /> },
  { value: "bottom", label: "Bottom", icon: <AlignVerticalJustifyEnd size={14} aria-hidden /> },
];

type BasicsProps = { element: ElementNode };

function AttributeField({
  element,
  name,
  label,
  placeholder,
}: BasicsProps & { name: string; label: string; placeholder: string }) {
  const { template } = useDesign((state) => state.document);
  const { apply } = useDesignStore();
  return (
    <TextInput
      size="xs"
      label={label}
      placeholder={placeholder}
      value={readAttribute(template, element, name) ?? ""}
      onChange={({ currentTarget }) => {
        const text = currentTarget.value;
        apply(
          setAttribute(template, element, name, text === "" && name !== "alt" ? undefined : text),
          `attribute ${name}`,
        );
      }}
    />
  );
}

function TagField({ element, label, choices }: BasicsProps & { label: string; choices: typeof textChoices }) {
  const { template } = useDesign((state) => state.document);
  const { apply } = useDesignStore();
  return (
    <NativeSelect
      size="xs"
      label={label}
      value={element.name}
      data={choices}
      onChange={({ currentTarget }) => apply(rename(template, element, currentTarget.value))}
    />
  );
}

/** The fields of particular elements: the address of a link, the file of a picture, the markers of a list. */
export function ElementBasics({ element }: BasicsProps) {
  const styles = useElementStyles(element);
  const { name } = element;
  if (textTags.includes(name)) {
    return (
      <Group>
        <Wide>
          <TagField element={element} label="Kind" choices={textChoices} />
        </Wide>
      </Group>
    );
  }
  if (name === "ul" || name === "ol") {
    return (
      <Group>
        <TagField element={element} label="Kind" choices={listChoices} />
        <ChoiceField styles={styles} property="list-style-type" label="Markers" choices={markers} />
      </Group>
    );
  }
  if (name === "a") {
    return (
      <Group>
        <Wide>
          <AttributeField element={element} name="href" label="Address" placeholder="https://example.com or #part" />
        </Wide>
      </Group>
    );
  }
  if (name === "img") {
    return (
      <Group>
        <Wide>
          <ImageField element={element} />
        </Wide>
        <Wide>
          <AttributeField element={element} name="alt" label="Alternative text" placeholder="For screen readers" />
        </Wide>
      </Group>
    );
  }
  if (name === "td" || name === "th") {
    return (
      <Group title="Cell">
        <Wide>
          <IconChoiceField
            styles={styles}
            property="vertical-align"
            label="Vertical alignment"
            choices={verticalAlignments}
          />
        </Wide>
      </Group>
    );
  }
  if (name === "table") {
    return (
      <Group>
        <ChoiceField
          styles={styles}
          property="border-collapse"
          label="Borders"
          choices={[
            { value: "collapse", label: "Joined" },
            { value: "separate", label: "Apart" },
          ]}
        />
        <ChoiceField
          styles={styles}
          property="table-layout"
          label="Columns"
          choices={[
            { value: "auto", label: "By content" },
            { value: "fixed", label: "Even" },
          ]}
        />
      </Group>
    );
  }
  return null;
}
