import type * as JestGlobals from "@jest/globals";

// Takes the place of the package @jest/globals. A module that several test files import is loaded once, so what it got
// from here must act for the test file that runs now.

let current: typeof JestGlobals;

/** Makes the exports of this module act for the test file that runs next. */
export function useGlobals(globals: typeof JestGlobals): void {
  current = globals;
}

function currentOf<Name extends keyof typeof JestGlobals>(name: Name): (typeof JestGlobals)[Name] {
  const acting: object = new Proxy(() => undefined, {
    apply: (_target, self, values): unknown => Reflect.apply(current[name] as () => unknown, self, values),
    get: (_target, property): unknown => Reflect.get(current[name], property),
  });
  return acting as (typeof JestGlobals)[Name];
}

export const afterAll = currentOf("afterAll");
export const afterEach = currentOf("afterEach");
export const beforeAll = currentOf("beforeAll");
export const beforeEach = currentOf("beforeEach");
export const describe = currentOf("describe");
export const expect = currentOf("expect");
export const jest = currentOf("jest");
export const test = currentOf("test");
