/** The language that makes texts longer and accented, to see layouts break. No table of translations has it. */
export const pseudoLocale = "en-XA";
