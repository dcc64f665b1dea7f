/** Writes `rgb(15, 111, 88)` as `#0f6f58`; other colours stay as they are. */
export function toHex(colour: string): string {
  const match = /^rgba?\((\d+),\s*(\d+),\s*(\d+)(?:,\s*([\d.]+))?\)$/.exec(colour);
  if (!match) return colour;
  const [, red = "0", green = "0", blue = "0", alpha] = match;
  const hex = [red, green, blue].map((part) => Number(part).toString(16).padStart(2, "0")).join("");
  return alpha === undefined
    ? `#${hex}`
    : `#${hex}${Math.round(Number(alpha) * 255)
        .toString(16)
        .padStart(2, "0")}`;
}

/** A typed colour as it is written: `#rrggbb` for a name and three digits, other notations as they are. */
export function writtenColour(text: string): string {
  // An opaque colour needs no alpha channel.
  const opaque = text.replace(/^(#[\da-f]{6})ff$/i, "$1");
  if (!/^#[\da-f]{3}$/i.test(opaque) && !/^[a-z]+$/i.test(opaque)) return opaque;
  // Canvases write colours in hex. They know no words such as `inherit`, and take `currentcolor` for black.
  const context = /^currentcolor$/i.test(opaque) ? null : document.createElement("canvas").getContext("2d");
  if (!context) return opaque;
  const unknown = "#010203";
  context.fillStyle = unknown;
  context.fillStyle = opaque;
  return context.fillStyle === unknown || !context.fillStyle.startsWith("#") ? opaque : context.fillStyle;
}
