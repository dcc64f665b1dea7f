import { toHex } from "../../../ui/colours.ts";

/** The computed value of a property, shortened: four decimals, colours in hex, only the first font family. */
export function computedValue(element: Element | undefined, property: string): string {
  const view = element?.ownerDocument.defaultView;
  if (!element || !view) return "";
  const value = view.getComputedStyle(element).getPropertyValue(property);
  // Pages are columns in the canvas.
  if (property.startsWith("break-") && value === "column") return "page";
  if (property === "text-align") return value === "start" ? "left" : value === "end" ? "right" : value;
  if (property === "font-family") return (value.split(",")[0] ?? "").replaceAll(/["']/g, "");
  // The four sides differ.
  if (/^border-(?:style|color|width)$/.test(property) && value.replaceAll(/\([^)]*\)/g, "").includes(" "))
    return "mixed";
  return (value === "rgba(0, 0, 0, 0)" ? "none" : toHex(value)).replaceAll(/(\d+\.\d{4})\d+/g, "$1");
}
