import { startReaper } from "./reaper.ts";

declare global {
  // jest loads setup and teardown as separate modules of one process, so they share a global.
  var stopReaper: (() => Promise<void>) | undefined;
}

// oxlint-disable-next-line import/no-default-export -- jest asks for it
export default async function setUpTestRun(): Promise<void> {
  const reaper = await startReaper();
  globalThis.stopReaper = () => reaper.stop();
}
