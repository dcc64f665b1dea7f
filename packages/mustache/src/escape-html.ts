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

/** Escapes text for HTML text and for attribute values, quoted or not. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"'`=/]/g, (character) => entities[character] ?? "");
}
