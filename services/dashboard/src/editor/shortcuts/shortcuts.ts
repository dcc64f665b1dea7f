const isApple = /Mac|iPhone|iPad/.test(globalThis.navigator?.userAgent ?? "");

/** A shortcut as people of this system write it. `mod` is Ctrl, or ⌘ on Apple's. */
export function keysInWords(keys: string): string {
  const parts = keys.split("+").map((key) => {
    if (key === "mod") return isApple ? "⌘" : "Ctrl";
    if (key === "alt") return isApple ? "⌥" : "Alt";
    if (key === "shift") return isApple ? "⇧" : "Shift";
    return key.length === 1 ? key.toUpperCase() : key;
  });
  return parts.join(isApple ? "" : "+");
}

/** What the keyboard does in the editor, for the list of shortcuts; `mod` is Ctrl or ⌘. */
export const shortcuts: readonly { group: string; items: readonly { keys: string; text: string }[] }[] = [
  {
    group: "Template",
    items: [
      { keys: "mod+s", text: "Save the draft" },
      { keys: "mod+Enter", text: "Publish" },
      { keys: "mod+z", text: "Undo" },
      { keys: "mod+shift+z", text: "Redo" },
      { keys: "mod+k", text: "Go to another page or project" },
      { keys: "?", text: "This list, outside of text" },
    ],
  },
  {
    group: "Views",
    items: [
      { keys: "alt+1", text: "Design" },
      { keys: "alt+2", text: "Code" },
      { keys: "alt+3", text: "Data" },
      { keys: "alt+4", text: "Preview" },
      { keys: "alt+shift+1", text: "… to 4: close the view" },
      { keys: "← →", text: "On a divider: move it" },
    ],
  },
  {
    group: "Design",
    items: [
      { keys: "↑ ↓", text: "Select the part before or after" },
      { keys: "alt+↑ ↓", text: "Select what it is in, or the first in it" },
      { keys: "Enter", text: "Edit the text; again keeps it, Escape does not" },
      { keys: "shift+Enter", text: "Begin a new line in the text" },
      { keys: "alt+shift+↑ ↓", text: "Move it up or down" },
      { keys: "mod+d", text: "Duplicate" },
      { keys: "Delete", text: "Delete" },
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
