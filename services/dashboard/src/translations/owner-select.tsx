import { NativeSelect } from "@mantine/core";
import type { operations, ResponseOutput } from "@platen/contracts";
import { formatCount } from "../ui/format.ts";
import { languageName } from "./model/languages.ts";

type Owner = ResponseOutput<typeof operations.getTemplateTexts>["templates"][number];

/** What a template still lacks, such as `3 texts, Dutch 2 of 3`. */
export function progressOf({ keyCount, languages }: Owner): string {
  const unfinished = languages.filter(({ translatedCount }) => translatedCount < keyCount);
  return [
    formatCount(keyCount, "text"),
    ...unfinished.map(({ locale, translatedCount }) => `${languageName(locale)} ${translatedCount} of ${keyCount}`),
  ].join(", ");
}

type OwnerSelectProps = {
  owners: readonly Owner[];
  /** The id of the chosen template; empty for the texts of all templates. */
  value: string;
  isUnfinishedOnly: boolean;
  onChoose: (templateId: string) => void;
};

/** Chooses whose texts are shown: those that all templates share, or those of one template. */
export function OwnerSelect({ owners, value, isUnfinishedOnly, onChoose }: OwnerSelectProps) {
  const shown = owners.filter(
    (owner) =>
      !isUnfinishedOnly ||
      owner.templateId === value ||
      owner.languages.some(({ translatedCount }) => translatedCount < owner.keyCount),
  );
  return (
    <NativeSelect
      label="Texts of"
      value={value}
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
      maw="32rem"
      style={{ flex: "1 1 18rem" }}
    >
      <option value="">All templates (shared)</option>
      {shown.map((owner) => (
        <option key={owner.templateId} value={owner.templateId}>
          {owner.name} ({progressOf(owner)})
        </option>
      ))}
    </NativeSelect>
  );
}
