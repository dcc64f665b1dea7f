import { after, testGrowth } from "@platen/testing/growth";
import { altersPage, withoutRefresh } from "./page-side-effects.ts";
import { prepareHtml } from "./prepare-html.ts";
import { hasText } from "./print-again-if-blank.ts";
import { withoutAddresses } from "./print-options.ts";
import { findSingleLayout } from "./single-layout.ts";

testGrowth(import.meta.dirname, {
  "the layout of filled HTML": {
    read: findSingleLayout,
    files: ["single-layout", "may-show-styles", "start-of-html"],
    limit: 20_000_000,
    known: [
      after("url(", " "),
      after("", "<style"),
      after("", "href("),
      after("<a ", "href=x "),
      ...[" * ", ":is(a) ", " :hover", "*{", '"\\', "background:("].map((unit) => after("<style>", unit)),
      ...["<!-- -- ", "<use ", "<style >p{} ", "href type="].map((unit) => after("", unit)),
    ],
  },
  "what filled HTML leaves on its page": {
    read: (html) => [altersPage(html), withoutRefresh(html)],
    files: ["page-side-effects"],
    limit: 20_000_000,
    known: [after("<meta name=", " "), after("url(", " "), after("", "<meta "), after("", "<meta http-equiv=")],
  },
  "whether filled HTML shows text": {
    read: hasText,
    files: ["print-again-if-blank", "shown-texts"],
    limit: 20_000_000,
  },
  "what the engine must know of filled HTML": {
    read: (html) => prepareHtml(html, {}),
    files: [
      "prepare-html",
      "library-addresses",
      "page-findings",
      "end-animations",
      "may-lose-text",
      "../../../contracts/src/page-size",
    ],
    limit: 20_000_000,
    known: [
      after("<style>", "@page{size:x"),
      after("<style>@page{size:x}", "/*"),
      after("", "<meta "),
      after("", "overflow:hidden"),
      after('"', "overflow:hidden;"),
    ],
  },
  "a header or footer": {
    read: withoutAddresses,
    files: ["print-options"],
    limit: 20_000_000,
    known: [after("url(", " "), after("", "<link")],
  },
});
