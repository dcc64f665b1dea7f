import type { EnvironmentContext, JestEnvironment, JestEnvironmentConfig } from "@jest/environment";
import { ModernFakeTimers } from "@jest/fake-timers";
import { ModuleMocker } from "jest-mock";

/**
 * The environment of test files that Node.js loads itself: its own global object, and for tests of screens the names of a
 * window. Puts back what jest changes there.
 */
// oxlint-disable-next-line import/no-default-export -- jest asks for it
export default class NativeEnvironment implements JestEnvironment {
  // Jest describes the global object of a sandbox, which has more members.
  readonly global = globalThis as unknown as JestEnvironment["global"];
  readonly moduleMocker = new ModuleMocker(globalThis);
  readonly fakeTimers = null;
  readonly fakeTimersModern: ModernFakeTimers;
  readonly #before = [
    unchanged(process, "getBuiltinModule"),
    unchanged(process, "exit"),
    unchanged(globalThis, "console"),
  ] as const;
  readonly #isOfScreen: boolean;

  constructor({ projectConfig }: JestEnvironmentConfig, { testPath }: EnvironmentContext) {
    this.#isOfScreen = testPath.endsWith(".tsx");
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  /** Runs after jest's runtime has replaced a function of `process` with one for its sandbox. */
  async setup(): Promise<void> {
    this.#before[0]();
    if (this.#isOfScreen) (await import("./browser-window.ts")).openWindow();
  }

  async teardown(): Promise<void> {
    this.fakeTimersModern.dispose();
    this.moduleMocker.restoreAllMocks();
    for (const putBack of this.#before) putBack();
    if (this.#isOfScreen) await (await import("./browser-window.ts")).closeWindow();
  }

  exportConditions(): string[] {
    return ["node", "node-addons"];
  }

  getVmContext(): null {
    return null;
  }
}

/** Returns a function that gives a property the value that it has now. */
function unchanged<Owner extends object>(owner: Owner, name: keyof Owner): () => void {
  const value = owner[name];
  return () => {
    owner[name] = value;
  };
}
