import { startKeeper } from "./keeper.ts";

declare global {
  // jest loads setup and teardown as separate modules of one process; this is what they have in common.
  var stopTestKeeper: (() => Promise<void>) | undefined;
}

// oxlint-disable-next-line import/no-default-export -- jest asks for it
export default async function setUpTestRun(): Promise<void> {
  const keeper = await startKeeper();
  globalThis.stopTestKeeper = () => keeper.stop();
}
