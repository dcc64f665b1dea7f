/** The tables of a font that say what it is, by their tags. */
export type FontTables = ReadonlyMap<string, Buffer>;
export const tablesOfFacts: ReadonlySet<string> = new Set(["head", "OS/2", "name", "fvar"]);

/** The longest of these tables. The names of a font in all its languages take 100 kB. */
export const maxTableBytes = 1_000_000;
export const maxTables = 200;
/** All tables together. A browser refuses larger fonts, too. */
export const maxFontBytes = 60_000_000;
