import { Select } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { useState } from "react";

export type FilterOption = { value: string; label: string };

/** More would not be looked through without a search. */
export const maxListed = 100;

const pauseMs = 180;

type SearchedFilterProps = {
  label: string;
  /** The choice of no filter: "Any template". */
  any: string;
  /** What matches the search so far, at most {@link maxListed}, and the chosen option. */
  options: readonly FilterOption[];
  value: string | undefined;
  /** Asks for the options that match a text. Without it, all options are there. */
  onSearch?: (text: string) => void;
  onChange: (value: string | undefined) => void;
};

/** A filter with more options than a person looks through: typing finds one. */
export function SearchedFilter({ label, any, options, value, onSearch, onChange }: SearchedFilterProps) {
  const [search, setSearch] = useState("");
  const searchSoon = useDebouncedCallback((text: string) => onSearch?.(text), pauseMs);
  const chosen = options.find((option) => option.value === value)?.label;
  return (
    <Select
      aria-label={label}
      placeholder={any}
      data={value !== undefined && search === "" ? [{ value: "", label: any }, ...options] : [...options]}
      value={value ?? null}
      searchable
      clearable
      nothingFoundMessage="None matches"
      maxDropdownHeight={320}
      w="9rem"
      maw="100%"
      // The name of the chosen option is there to be written over.
      onFocus={({ currentTarget }) => currentTarget.select()}
      // Of options from a search, all match. The name of the chosen one is no search.
      {...(onSearch && { filter: ({ options: found }) => found })}
      onSearchChange={(text) => {
        const wanted = text === chosen ? "" : text.trim();
        setSearch(wanted);
        searchSoon(wanted);
      }}
      onChange={(next) => onChange(next === null || next === "" ? undefined : next)}
    />
  );
}
