import type { Metadata } from "@platen/pdf";
import type { CDPSession } from "puppeteer";

/** What the engine reads from a page after the print, for a document that may have something to read. */
export type PageFindings = {
  /** What the `<meta>` elements say about the document. */
  metadata: Metadata;
  /** How many elements have text that Chromium draws as a picture. */
  pictureTexts: number;
};

export const noFindings: PageFindings = { metadata: {}, pictureTexts: 0 };

const metaElement = /<meta\s[^>]{0,200}?\bname\s{0,9}=\s{0,9}["']?(?:author|description|keywords)\b/;
/** What may keep text from being text in the PDF. */
const picturing = /filter|box-reflect|perspective/;

/** Whether a document may have what is found. `text` is its HTML in lower case. */
export function mayHaveFindings(text: string): boolean {
  return picturing.test(text) || metaElement.test(text);
}

const longestValue = 2_000;

/** Reads the findings from the page. Its scripts may have changed what it answers. */
export async function readFindings(session: CDPSession): Promise<PageFindings> {
  const { result } = await session.send("Runtime.evaluate", { expression: findings, returnByValue: true });
  const found: unknown[] = Array.isArray(result.value) ? result.value : [];
  const [author, subject, keywords] = found.map((value) =>
    typeof value === "string" && value !== "" ? value.slice(0, longestValue).toWellFormed() : undefined,
  );
  const pictureTexts = typeof found[3] === "number" && Number.isSafeInteger(found[3]) ? found[3] : 0;
  return { metadata: { author, subject, keywords }, pictureTexts };
}

// Chromium draws a filter or a reflection in pixels, and text that a perspective tilts as outlines. Each covers what is
// inside its element, so an element inside does not count again.
const findings = `(() => {
  const contents = ["author", "description", "keywords"].map(
    (name) => document.querySelector("meta[name='" + name + "' i]")?.content.trim().slice(0, ${longestValue}) ?? "",
  );
  const isShown = (element) =>
    !element || (getComputedStyle(element).display !== "none" && isShown(element.parentElement));
  const isPictured = (element) => {
    const { filter, webkitBoxReflect, transform } = getComputedStyle(element);
    if (filter !== "none" || webkitBoxReflect !== "none") return true;
    const matrix = transform.startsWith("matrix3d") && new DOMMatrixReadOnly(transform);
    if (!matrix) return false;
    const isTilted = matrix.m13 !== 0 || matrix.m23 !== 0;
    const around = element.parentElement;
    return matrix.m14 !== 0 || matrix.m24 !== 0 || (isTilted && around && getComputedStyle(around).perspective !== "none");
  };
  let last;
  let pictureTexts = 0;
  for (const element of document.querySelectorAll("*")) {
    if (last?.contains(element) || !isPictured(element)) continue;
    if (element.textContent.trim() === "" || !isShown(element)) continue;
    last = element;
    pictureTexts += 1;
  }
  return [...contents, pictureTexts];
})()`;
