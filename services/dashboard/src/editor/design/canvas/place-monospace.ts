import { printedFamilies } from "./printed-fonts.ts";

/**
 * The one family for which browsers choose another size: where no style sets the size, its text has 13 pixels. They do so
 * only if it is alone.
 */
export const monospace = "monospace";

/** The elements that browsers themselves show in it. */
const ofBrowser = "code, kbd, listing, plaintext, pre, samp, textarea, tt, xmp";

/**
 * Gives text in `monospace` alone the font that is printed, in the size that the browser has chosen. `styled` are the texts
 * that hold the author's styles: if none names the family, only the browser's own elements are looked at, and those in them.
 */
export function placeMonospace(body: HTMLElement, view: Window, styled: readonly string[]): void {
  const isNamed = styled.some((text) => /monospace|\\/i.test(text));
  const looked = isNamed
    ? [body, ...body.querySelectorAll<HTMLElement>("*")]
    : [...body.querySelectorAll<HTMLElement>(`:is(${ofBrowser}), :is(${ofBrowser}) *`)];
  const found = looked.flatMap((element) => {
    const { fontFamily, fontSize } = view.getComputedStyle(element);
    return fontFamily === monospace ? [{ element, fontSize }] : [];
  });
  for (const { element, fontSize } of found) {
    element.style.setProperty("font-family", printedFamilies.printed(monospace), "important");
    element.style.setProperty("font-size", fontSize, "important");
  }
}
