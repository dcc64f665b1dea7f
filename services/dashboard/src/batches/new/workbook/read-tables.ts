import { relationshipsOf, type Parts } from "./open-parts.ts";
import { readXml } from "./read-xml.ts";
import { areaOf, type Area } from "./sheet-places.ts";

/** Each row is compared with so many tables at most. */
const maxTables = 1_000;

/** Reads the tables of a sheet: the areas of their totals, and of those with a filter. */
export function readTables(parts: Parts, sheetPath: string): { totals: Area[]; filtered: Area[] } {
  const totals: Area[] = [];
  const filtered: Area[] = [];
  const named = relationshipsOf(parts, sheetPath).filter(({ type }) => type === "table");
  for (const { path } of named.slice(0, maxTables)) {
    const bytes = parts.read(path);
    let area: Area | undefined;
    if (bytes)
      readXml(bytes, {
        onOpen: (element, { ref, totalsRowCount = "0" }) => {
          if (element === "table") {
            area = areaOf(ref);
            const count = Number(totalsRowCount);
            if (area && count > 0) totals.push({ ...area, top: area.bottom - count + 1 });
          } else if (element === "filterColumn" && area) filtered.push(area);
        },
      });
  }
  return { totals, filtered };
}
