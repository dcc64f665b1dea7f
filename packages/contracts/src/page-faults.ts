import type { Warning } from "./schemas/warning.ts";
import { severityOf } from "./warning-severity.ts";

/** Creates the warning about pages that are printed smaller. `scale` is the printed size; 1 is full size. */
export function pageShrunk({ page, scale, count }: { page: number; scale: number; count: number }): Warning {
  const code = "page.shrunk";
  return {
    code,
    severity: severityOf(code),
    message: `Page ${page} is printed at ${Math.round(scale * 100)} % of its size, because its content is wider than the page. Make the content narrower or the page wider.`,
    page,
    scale,
    count,
  };
}

/** Creates the warning about pages that show nothing. `page` is the first of them. */
export function pageEmpty({ page, count }: { page: number; count: number }): Warning {
  const code = "page.empty";
  return {
    code,
    severity: severityOf(code),
    message: `Page ${page} is empty. Look for a page break too many, or for content that is a little longer than the page.`,
    page,
    count,
  };
}
