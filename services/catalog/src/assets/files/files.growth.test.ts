import { after, testGrowth } from "@platen/testing/growth";
import { refuseForeignImports } from "./read-style-sheet.ts";
import { readSvgHead } from "./read-svg.ts";

testGrowth(import.meta.dirname, {
  "a style sheet that an author uploads": {
    read: refuseForeignImports,
    files: ["read-style-sheet"],
    limit: 1_000_000,
    known: [after("", "@import/*"), after("", "@import 'asset:")],
  },
  "an SVG picture that an author uploads": {
    read: (svg) => readSvgHead(Buffer.from(svg)),
    files: ["read-svg"],
    limit: 5_000_000,
  },
});
