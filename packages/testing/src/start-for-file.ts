import { afterAll, beforeAll } from "@jest/globals";

/** What the tests of a file share. It starts before them and stops after them. */
export function startForFile<Started extends object>(
  start: () => Promise<Started>,
  stop: (started: Started) => Promise<void>,
): Started {
  let started: Started | undefined;
  beforeAll(async () => {
    started = await start();
  });
  afterAll(() => started && stop(started));
  return new Proxy({} as Started, {
    get(_target, name) {
      if (!started) throw new Error("it starts before the first test");
      return started[name as keyof Started];
    },
  });
}
