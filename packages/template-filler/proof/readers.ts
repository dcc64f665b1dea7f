// Functions that read a caller's text on an event loop. infra/local/src/growth measures how their time grows.
export { compileDocument } from "../src/compile-template.ts";
export { replacedFonts } from "../src/replaced-fonts.ts";
