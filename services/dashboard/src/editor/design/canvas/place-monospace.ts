import { printedFamilies } from "./printed-fonts.ts";

/**
 * The one family for which browsers choose another size: where no style sets the size, its text has 13 pixels. They do so
 * only if it is alone.
 */
export const monospace = "monospace";

/** Gives text in `monospace` alone the font that is printed, in the size that the browser has chosen. */
export function placeMonospace(body: HTMLElement, view: Window): void {
  const found = [body, ...body.querySelectorAll<HTMLElement>("*")].flatMap((element) => {
    const { fontFamily, fontSize } = view.getComputedStyle(element);
    return fontFamily === monospace ? [{ element, fontSize }] : [];
  });
  for (const { element, fontSize } of found) {
    element.style.setProperty("font-family", printedFamilies.printed(monospace), "important");
    element.style.setProperty("font-size", fontSize, "important");
  }
}
