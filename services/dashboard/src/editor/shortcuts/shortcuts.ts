/** Whether this is an Apple system, where ⌥ writes characters and moves the caret by words. */
export const isApple = /Mac|iPhone|iPad/.test(globalThis.navigator?.userAgent ?? "");

/** Writes a shortcut as is usual on this system; `mod` is Ctrl, or ⌘ on Apple systems. */
export function formatShortcut(keys: string): string {
  const parts = keys.split("+").map((key) => {
    if (key === "mod") return isApple ? "⌘" : "Ctrl";
    if (key === "alt") return isApple ? "⌥" : "Alt";
    if (key === "shift") return isApple ? "⇧" : "Shift";
    return key.length === 1 ? key.toUpperCase() : key;
  });
  return parts.join(isApple ? "" : "+");
}

/** All shortcuts of the editor, for the list of shortcuts; `mod` is Ctrl or ⌘. */
export const shortcuts: readonly { group: string; items: readonly { keys: string; text: string }[] }[] = [
  {
    group: "Template",
    items: [
      { keys: "mod+s", text: "Save the draft at once" },
      { keys: "mod+Enter", text: "Publish" },
      { keys: "mod+z", text: "Undo" },
      { keys: "mod+shift+z", text: "Redo" },
      { keys: "mod+k", text: "Go to another page or project" },
      { keys: "?", text: "Show this list (outside text fields)" },
    ],
  },
  {
    group: "Views",
    items: [
      { keys: "alt+1", text: "Design" },
      { keys: "alt+2", text: "Code" },
      { keys: "alt+3", text: "Data" },
      { keys: "alt+4", text: "Texts" },
      { keys: "alt+5", text: "Preview" },
      { keys: "alt+shift+1", text: "Close the view (1 to 5)" },
      { keys: "mod+click", text: "Open the view beside the others" },
      { keys: "mod+wheel", text: "Zoom" },
      { keys: "← →", text: "Move the focused divider" },
    ],
  },
  {
    group: "Design",
    items: [
      { keys: "↑ ↓", text: "Select previous or next" },
      { keys: "alt+↑ ↓", text: "Select parent or child" },
      { keys: "/", text: "Insert anything" },
      { keys: "Enter", text: "Edit the text; in it, start the next paragraph" },
      { keys: "Escape", text: "End the text and keep it" },
      { keys: "shift+Enter", text: "Start a new line" },
      { keys: "mod+b", text: "Bold; I italic, U underline" },
      { keys: "alt+F10", text: "Go to the formats of selected words" },
      { keys: "alt+shift+↑ ↓", text: "Move up or down; ← → out or in, in the layers" },
      { keys: "shift+↑ ↓", text: "Select several; or click with Shift" },
      { keys: "mod+c", text: "Copy elements; X cut, V paste" },
      { keys: "mod+d", text: "Duplicate" },
      { keys: "mod+g", text: "Group; with Shift, ungroup" },
      { keys: "shift+F10", text: "Menu of the element" },
      { keys: "Delete", text: "Delete" },
    ],
  },
  {
    group: "Texts",
    items: [
      { keys: "mod+Enter", text: "Next text that is not translated" },
      { keys: "Escape", text: "Restore the text" },
    ],
  },
  {
    group: "Code and data",
    items: [
      { keys: "mod+f", text: "Find and replace" },
      { keys: "mod+Space", text: "Suggestions" },
      { keys: "shift+alt+f", text: "Format" },
      { keys: "F8", text: "Next mistake" },
      { keys: "mod+/", text: "Comment" },
      { keys: "Escape Tab", text: "Leave the text; Tab alone indents" },
    ],
  },
];
