import { NativeSelect } from "@mantine/core";
import { fieldKinds, type FieldKind } from "../../../components/fields/field-kinds.ts";
import type { FieldPlace } from "./use-add-fields.ts";

export function isFieldKind(text: string): text is FieldKind {
  return Object.hasOwn(fieldKinds, text);
}

/** Chooses what fields are added to. Where there is only the document, there is nothing to choose. */
export function PlaceSelect({
  places,
  value,
  onChange,
}: {
  places: readonly FieldPlace[];
  value: string;
  onChange: (place: string) => void;
}) {
  if (places.length < 2) return null;
  return (
    <NativeSelect
      mt="sm"
      label="Part of"
      data={places.map(({ label, path }) => ({ value: path.join("\n"), label }))}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
