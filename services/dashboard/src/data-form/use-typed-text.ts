import { useState } from "react";
import { valueOfTyped } from "../components/fields/field-kinds.ts";
import type { PlainKind } from "./form-fields.ts";

/** A value as the text of an input. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

function valueOf(kind: PlainKind, text: string): unknown {
  if (kind !== "number" && kind !== "money") return text;
  // What a person is still writing, such as a minus, stays a text until it is a number.
  return text.trim() === "" ? null : (valueOfTyped(kind, text) ?? text);
}

/**
 * The text of an input for a value. While a person types, the text stays as it is typed, such as `12.50`, whose number is 12.5.
 */
export function useTypedText(kind: PlainKind, value: unknown): { text: string; read: (typed: string) => unknown } {
  const [typed, setTyped] = useState("");
  const isSame = textOf(valueOf(kind, typed)) === textOf(value);
  return {
    text: isSame ? typed : textOf(value),
    read: (next) => {
      setTyped(next);
      return valueOf(kind, next);
    },
  };
}
