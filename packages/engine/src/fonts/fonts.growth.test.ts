import { after, testGrowth } from "@platen/testing/growth";
import { fallbackLanguages } from "./fallback-languages.ts";
import { knownFonts } from "./known-fonts.ts";

const withoutFonts = knownFonts({ families: [], characters: [] });

testGrowth(import.meta.dirname, {
  "the languages of filled HTML": {
    read: (html) => fallbackLanguages(`\u8a00${html}`),
    files: ["fallback-languages"],
    limit: 20_000_000,
    known: [after("", "&#0000000000"), after("", "\\000"), after("<html ", " "), after("", 'lang="')],
  },
  "the characters of filled HTML that no font has": {
    read: (html) => withoutFonts.lacking([`\u8a00${html}`]),
    files: ["known-fonts", "../printing/shown-texts"],
    limit: 20_000_000,
  },
});
