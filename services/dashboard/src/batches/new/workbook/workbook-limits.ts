/** How large a workbook may be, so that the browser has the memory for it. A CSV file may have any size. */
export const workbookLimits = { bytes: 50_000_000, unpackedBytes: 250_000_000, rows: 200_000, cells: 2_000_000 };

export type WorkbookLimits = typeof workbookLimits;
