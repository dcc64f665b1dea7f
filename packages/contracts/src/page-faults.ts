import type { Warning } from "./schemas/warning.ts";
import { warningOf } from "./warning-severity.ts";

/** Creates the warning about pages that are printed smaller. `scale` is the printed size; 1 is full size. */
export function pageShrunk({ page, scale, count }: { page: number; scale: number; count: number }): Warning {
  return warningOf(
    "page.shrunk",
    `Page ${page} is printed at ${Math.round(scale * 100)} % of its size, because its content is wider than the page. Make the content narrower or the page wider.`,
    { page, scale, count },
  );
}

/** Creates the warning about pages that show nothing. `page` is the first of them. */
export function pageEmpty({ page, count }: { page: number; count: number }): Warning {
  return warningOf(
    "page.empty",
    `Page ${page} is empty. Look for a page break too many, or for content that is a little longer than the page.`,
    { page, count },
  );
}

type Cut = { page: number | undefined; element: string | undefined };

/** Creates the warning about a page whose content is too wide even for Chromium's smallest print. */
export function pageCut({ page, element }: Cut): Warning {
  const where = `${page === undefined ? "A page" : `Page ${page}`} is cut off at its edge${element === undefined ? "" : `, at ${element}`}`;
  return warningOf(
    "page.cut",
    `${where}. Let long words break (overflow-wrap: anywhere), make the content narrower or the page wider.`,
    { ...(page !== undefined && { page }), ...(element !== undefined && { element }) },
  );
}

/** Creates the warning about text that a box hides because the box is too small for it. */
export function textCut({ page, element, count }: Cut & { count: number }): Warning {
  const where = `${element === undefined ? "" : ` in ${element}`}${page === undefined ? "" : ` on page ${page}`}`;
  return warningOf(
    "text.cut",
    `Text is cut off${where}: its box is too small and hides the rest. Let the box grow (min-height), let long words break (overflow-wrap: anywhere), or remove its overflow.`,
    { ...(page !== undefined && { page }), ...(element !== undefined && { element }), count },
  );
}
