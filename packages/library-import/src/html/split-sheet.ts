import { findOutside } from "./scan-css.ts";

/** Splits CSS between its rules into pieces of about a length; a longer rule stays whole. */
export function splitSheet(css: string, length: number): string[] {
  const pieces: string[] = [];
  let [start, boundary, depth] = [0, 0, 0];
  for (let at = findOutside(css, 0, "{}"); at < css.length; at = findOutside(css, at + 1, "{}")) {
    depth += css.charAt(at) === "{" ? 1 : -1;
    if (depth > 0) continue;
    depth = 0;
    if (at + 1 - start > length && boundary > start) {
      pieces.push(css.slice(start, boundary));
      start = boundary;
    }
    boundary = at + 1;
  }
  pieces.push(css.slice(start));
  return pieces;
}
