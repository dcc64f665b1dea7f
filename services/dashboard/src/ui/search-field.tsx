import { CloseButton, Kbd, TextInput } from "@mantine/core";
import { useDebouncedCallback, useHotkeys } from "@mantine/hooks";
import { Search } from "lucide-react";
import { useRef, useState } from "react";
import classes from "./search-field.module.css";

type SearchFieldProps = { label: string; value: string; onSearch: (text: string) => void };

/** Searches as one types. `/` goes to it, Escape empties it. */
export function SearchField({ label, value, onSearch }: SearchFieldProps) {
  const [text, setText] = useState(value);
  const [asked, setAsked] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  // The address has changed by itself: back, or "Clear search".
  if (value !== asked) {
    setAsked(value);
    setText(value);
  }
  const ask = (next: string) => {
    setAsked(next);
    onSearch(next);
  };
  const askSoon = useDebouncedCallback(ask, 180);
  useHotkeys([["/", () => input.current?.focus()]]);

  const clear = () => {
    setText("");
    askSoon.cancel();
    ask("");
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
        askSoon(currentTarget.value.trim());
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
