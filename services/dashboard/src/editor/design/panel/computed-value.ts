/** Writes `rgb(15, 111, 88)` as `#0f6f58`; other colours stay as they are. */
function toHex(colour: string): string {
  const match = /^rgba?\((\d+),\s*(\d+),\s*(\d+)(?:,\s*([\d.]+))?\)$/.exec(colour);
  if (!match) return colour;
  const [, red = "0", green = "0", blue = "0", alpha] = match;
  if (alpha === "0") return "none";
  const hex = [red, green, blue].map((part) => Number(part).toString(16).padStart(2, "0")).join("");
  return alpha === undefined
    ? `#${hex}`
    : `#${hex}${Math.round(Number(alpha) * 255)
        .toString(16)
        .padStart(2, "0")}`;
}

/** The computed value of a property, shortened: two decimals, colours in hex, only the first font family. */
export function computedValue(element: Element | undefined, property: string): string {
  const view = element?.ownerDocument.defaultView;
  if (!element || !view) return "";
  const value = view.getComputedStyle(element).getPropertyValue(property);
  // Pages are columns in the canvas.
  if (property.startsWith("break-") && value === "column") return "page";
  if (property === "text-align") return value === "start" ? "left" : value === "end" ? "right" : value;
  if (property === "font-family") return (value.split(",")[0] ?? "").replaceAll(/["']/g, "");
  return toHex(value).replaceAll(/(\d+\.\d{2})\d+/g, "$1");
}
