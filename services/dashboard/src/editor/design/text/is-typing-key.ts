type Pressed = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "getModifierState">;

const modifiers = new Set(["Control", "Meta", "Alt", "AltGraph", "Shift", "CapsLock", "Fn", "OS"]);
const commands = new Set(["a", "c", "v", "x", "z", "y"]);
/** The keys that move the caret or delete text, with a modifier by words or lines. */
const caretKeys = new Set(["ArrowLeft", "ArrowRight", "Home", "End", "Backspace", "Delete", "Insert"]);

/** Whether a key belongs to the text that is being edited. Any other key is a shortcut of the editor. */
export function isTypingKey(event: Pressed, { isApple }: { isApple: boolean }): boolean {
  const { key, ctrlKey, metaKey, altKey } = event;
  if (modifiers.has(key)) return true;
  // On Windows, AltGr reports Control and Alt too.
  const writesCharacter = event.getModifierState("AltGraph") || (altKey && !ctrlKey && !metaKey);
  if (writesCharacter && (key.length === 1 || key === "Dead")) return true;
  // Elsewhere, Alt with an arrow goes back in the browser's history.
  if (caretKeys.has(key)) return !altKey || isApple;
  if (altKey) return false;
  if (key === "ArrowUp" || key === "ArrowDown") return true;
  return !(ctrlKey || metaKey) || commands.has(key.toLowerCase());
}
