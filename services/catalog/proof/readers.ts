// Functions that read a caller's text on an event loop. infra/local/src/growth measures how their time grows.
export { refuseForeignImports } from "../src/assets/files/read-style-sheet.ts";
export { readSvgHead } from "../src/assets/files/read-svg.ts";
export { check } from "../src/templates/check.ts";
