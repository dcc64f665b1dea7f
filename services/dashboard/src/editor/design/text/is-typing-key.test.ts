import { expect, test } from "@jest/globals";
import { isTypingKey } from "./is-typing-key.ts";

/** A key with modifiers, written as `Control+Alt+e`. */
function pressed(keys: string) {
  const held = keys.split("+");
  const key = held.pop() ?? "";
  return {
    key,
    ctrlKey: held.includes("Control") || key === "Control",
    metaKey: held.includes("Meta") || key === "Meta",
    altKey: held.includes("Alt") || key === "Alt",
    getModifierState: (name: string) => held.includes(name),
  };
}

const everywhere = [
  "a",
  "Shift",
  "Control",
  "Meta",
  "Alt",
  "AltGraph",
  "Control+a",
  "Meta+c",
  "Control+v",
  "Control+z",
];
const carets = ["Control+ArrowLeft", "Control+Backspace", "Meta+ArrowUp", "Shift+End", "ArrowDown"];
const characters = ["Control+Alt+AltGraph+€", "Alt+–", "Alt+Dead"];

test.each([...everywhere, ...carets, ...characters])("%s belongs to the text that is being edited", (keys) => {
  expect(isTypingKey(pressed(keys), { isApple: false })).toBe(true);
});

test.each(["Control+s", "Meta+Enter", "Control+d", "Control+Alt+a", "Alt+ArrowUp", "Alt+Shift+ArrowDown", "Alt+F4"])(
  "%s is a shortcut of the editor",
  (keys) => {
    expect(isTypingKey(pressed(keys), { isApple: false })).toBe(false);
  },
);

test("Option moves the caret by words on Apple systems, where Alt goes back in the history of other browsers", () => {
  expect(isTypingKey(pressed("Alt+ArrowLeft"), { isApple: true })).toBe(true);
  expect(isTypingKey(pressed("Alt+ArrowLeft"), { isApple: false })).toBe(false);
});
