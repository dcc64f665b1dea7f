import { CloseButton, Kbd, TextInput } from "@mantine/core";
import { useDebouncedCallback, useHotkeys } from "@mantine/hooks";
import { Search } from "lucide-react";
import { useRef, useState } from "react";
import classes from "./search-field.module.css";

type SearchFieldProps = { label: string; value: string; onSearch: (text: string) => void };

/** Searches while the user types. `/` focuses the field, Escape clears it. */
export function SearchField({ label, value, onSearch }: SearchFieldProps) {
  const [text, setText] = useState(value);
  const [seen, setSeen] = useState(value);
  // What this field has asked for and not seen in the address yet. The user goes on typing meanwhile.
  const [asked, setAsked] = useState<string[]>([]);
  const input = useRef<HTMLInputElement>(null);
  if (value !== seen) {
    setSeen(value);
    const place = asked.indexOf(value);
    setAsked(place === -1 ? [] : asked.slice(place + 1));
    // The address has changed by other means: the Back button, or "Show all".
    if (place === -1) setText(value);
  }
  const search = (next: string) => {
    if (next === (asked.at(-1) ?? value)) return;
    setAsked([...asked, next]);
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
