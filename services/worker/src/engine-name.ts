/** Names the engine of a browser, as callers read it: `chromium-143.0.7499.40` of `HeadlessChrome/143.0.7499.40`. */
export function engineNameOf(version: string): string | undefined {
  const number = /\/(\d[\d.]{0,40})$/.exec(version)?.[1];
  return number === undefined ? undefined : `chromium-${number}`;
}
