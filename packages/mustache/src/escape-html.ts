const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
  "`": "&#x60;",
  "=": "&#x3D;",
  "/": "&#x2F;",
};

/** Makes text harmless in HTML text and in attribute values, quoted or not. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"'`=/]/g, (character) => entities[character] ?? "");
}
