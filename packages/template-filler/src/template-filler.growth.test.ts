import { after, testGrowth } from "@platen/testing/growth";
import { compileDocument } from "./compile-template.ts";
import { replacedFonts } from "./replaced-fonts.ts";

testGrowth(import.meta.dirname, {
  "the fonts of a template": {
    read: (text) => [replacedFonts(text, "", new Set()), replacedFonts("", text, new Set())],
    files: ["replaced-fonts"],
    limit: 1_000_000,
    known: [after("<style>", "/*"), after("", "font:"), after("", "@font-face {")],
  },
  "the parts of a template": {
    read: compileDocument,
    files: ["../../mustache/src/mark-attributes", "../../mustache/src/parse-mustache", "compile-template"],
    limit: 1_000_000,
    known: [after("", "<script"), after("", "{{!")],
  },
});
