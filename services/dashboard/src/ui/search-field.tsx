import { CloseButton, Kbd, TextInput } from "@mantine/core";
import { useDebouncedCallback, useHotkeys } from "@mantine/hooks";
import { Search } from "lucide-react";
import { useRef, useState } from "react";
import classes from "./search-field.module.css";

type SearchFieldProps = { label: string; value: string; onSearch: (text: string) => void };

/** Searches while the user types. `/` focuses the field, Escape clears it. */
export function SearchField({ label, value, onSearch }: SearchFieldProps) {
  const [text, setText] = useState(value);
  const [searched, setSearched] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  // The address has changed by other means: the Back button, or "Show all".
  if (value !== searched) {
    setSearched(value);
    setText(value);
  }
  const search = (next: string) => {
    setSearched(next);
    onSearch(next);
  };
  const searchSoon = useDebouncedCallback(search, 180);
  useHotkeys([["/", () => input.current?.focus()]]);

  const clear = () => {
    setText("");
    searchSoon.cancel();
    search("");
    input.current?.focus();
  };
  return (
    <TextInput
      ref={input}
      className={classes["field"]}
      type="search"
      aria-label={label}
      placeholder={label}
      value={text}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        searchSoon(currentTarget.value.trim());
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape" && text !== "") clear();
      }}
      leftSection={<Search size={15} aria-hidden />}
      rightSection={
        text === "" ? (
          <Kbd size="xs" className={classes["key"]} aria-hidden>
            /
          </Kbd>
        ) : (
          <CloseButton size="sm" aria-label="Clear search" onClick={clear} />
        )
      }
    />
  );
}
