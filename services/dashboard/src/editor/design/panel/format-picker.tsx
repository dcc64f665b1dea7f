import { Select } from "@mantine/core";
import type { Format, FormatKind } from "@platen/formats";
import { useState, type Ref } from "react";
import {
  type CallContext,
  fittingFormats,
  newCall,
  plainDescription,
  type StepResult,
  type TagUse,
  typesOf,
} from "@platen/template-source";
import classes from "./expression.module.css";

const groups: Readonly<Partial<Record<FormatKind, string>>> = {
  numbers: "Numbers",
  dates: "Dates",
  text: "Text",
  choice: "Conditions and choices",
  lists: "Lists",
  reach: "Parts",
  codes: "Codes",
  charts: "Charts",
  languages: "Texts of translations",
};

type FormatPickerProps = {
  ref: Ref<HTMLInputElement>;
  label: string;
  /** The value that the format gets; undefined if the data has none. */
  value: unknown;
  use: TagUse;
  context: CallContext;
  /** The results with a format appended. */
  tryOut: (call: string) => readonly StepResult[];
  /** The places before the formats that the tag has, with the value there. */
  places: readonly Place[];
  /** Called with a format, and with the index of the one that it goes before, unless it goes last. */
  onPick: (call: string, before?: number) => void;
};

type Place = { index: number; before: string; value: unknown };

/** A format that the search offers, at the end or before another one. */
type Offer = { format: Format; place: Place | undefined };

/** The formats for a search. A format that fits no result is offered where it fits: before the format that spoils its value. */
function offersFor(
  search: string,
  fitting: readonly Format[],
  { places, use }: Pick<FormatPickerProps, "places" | "use">,
) {
  const words = search.trim().toLowerCase();
  const isFound = ({ name }: Format) => name.toLowerCase().includes(words);
  const found = fitting.filter(isFound).map((format): Offer => ({ format, place: undefined }));
  if (found.length > 0 || words === "") return found;
  const offered = new Map<string, Offer>();
  for (const place of places.toReversed()) {
    for (const format of fittingFormats(typesOf(place.value), use).filter(isFound)) {
      if (!offered.has(format.name)) offered.set(format.name, { format, place });
    }
  }
  return [...offered.values()];
}

/** What a format says of itself. */
function descriptionOf({ format, place }: Offer): string {
  if (!place) return plainDescription(format);
  return `Needs ${format.takes === "object" ? "an" : "a"} ${format.takes}, so it goes before ${place.before}. ${plainDescription(format)}`;
}

/** Offers the formats that fit a value, each with what it does and what it would make of this value. */
export function FormatPicker({ ref, label, value, use, context, tryOut, places, onPick }: FormatPickerProps) {
  const fitting = fittingFormats(typesOf(value), use);
  const [search, setSearch] = useState("");
  const offers = offersFor(search, fitting, { places, use });
  const byName = new Map(offers.map((offer) => [offer.format.name, offer]));
  const kinds = [...new Set(offers.map(({ format }) => format.kind))];

  function pick(offer: Offer | undefined): void {
    if (offer) onPick(newCall(offer.format, context), offer.place?.index);
  }

  function exampleOf(format: Format): string | undefined {
    const result = tryOut(newCall(format, context)).at(-1);
    return result && result.problem === undefined ? result.words : undefined;
  }

  return (
    <Select
      ref={ref}
      size="xs"
      label={label}
      placeholder={use === "section" ? "Search, such as empty" : "Search, such as date"}
      searchable
      // It gets the focus back after a choice, and must not cover the new format then.
      openOnFocus={false}
      clearable={false}
      value={null}
      nothingFoundMessage="No format has this name."
      data={kinds.map((kind) => ({
        group: groups[kind] ?? `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`,
        items: offers.filter(({ format }) => format.kind === kind).map(({ format }) => format.name),
      }))}
      // The search has found them already.
      filter={({ options }) => options}
      searchValue={search}
      onSearchChange={setSearch}
      onKeyDown={(event) => {
        const isChosen = event.currentTarget.getAttribute("aria-activedescendant");
        const only = byName.get(search.trim()) ?? (offers.length === 1 ? offers[0] : undefined);
        if (event.key === "Enter" && !isChosen && search.trim() !== "") pick(only);
      }}
      // The list of options scrolls itself, which keyboards and screen readers understand.
      withScrollArea={false}
      classNames={{ options: classes["options"] ?? "" }}
      comboboxProps={{ width: 300, position: "bottom-end" }}
      renderOption={({ option }) => {
        const offer = byName.get(option.value);
        const example = offer && !offer.place ? exampleOf(offer.format) : undefined;
        return offer ? (
          <div className={classes["option"]}>
            <span style={{ fontWeight: 600 }}>{offer.format.name}</span>
            {example === undefined ? null : <span className={classes["optionResult"]}>{example}</span>}
            <span className={classes["optionText"]}>{descriptionOf(offer)}</span>
          </div>
        ) : null;
      }}
      onChange={(name) => pick(name === null ? undefined : byName.get(name))}
    />
  );
}
