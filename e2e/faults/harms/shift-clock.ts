/* oxlint-disable node/no-process-env -- services load this file by their environment, before their own entry point. */

// Puts the clock of a service ahead, as of a machine without NTP. The clock that measures times stays as it is.

const aheadMs = Number(process.env["TEST_CLOCK_AHEAD_MS"]);
const { Date: Real } = globalThis;
const now = () => Real.now() + aheadMs;

globalThis.Date = new Proxy(Real, {
  construct: (target, given) => Reflect.construct(target, given.length === 0 ? [now()] : given) as Date,
  get: (target, name) => (name === "now" ? now : (Reflect.get(target, name) as unknown)),
});
