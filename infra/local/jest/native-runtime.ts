import { createRequire, registerHooks } from "node:module";
import { pathToFileURL } from "node:url";
import type JestRuntimePackage from "jest-runtime";
import { useGlobals } from "./current-globals.ts";

const require = createRequire(import.meta.url);
// The types of the package describe its CommonJS form.
const { default: JestRuntime } = require("jest-runtime") as typeof JestRuntimePackage;
const globalsUrl = new URL("current-globals.ts", import.meta.url).href;

// Outside of jest's own module loader, the package @jest/globals refuses to load.
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === "@jest/globals" ? { url: globalsUrl, shortCircuit: true } : next(specifier, context),
});

/**
 * Loads test files as Node.js loads the product: without a sandbox, and each module once for all test files of a process.
 * Jest's own loader evaluates every module again for every test file, which took half of the processor time of all tests.
 */
// oxlint-disable-next-line import/no-default-export -- jest asks for it
export default class NativeRuntime extends JestRuntime {
  override unstable_shouldLoadAsEsm(): boolean {
    return true;
  }

  override async unstable_importModule(path: string): Promise<void> {
    useGlobals(this.requireModuleOrMock(path, "@jest/globals"));
    if (path.endsWith(".tsx")) await import("./screen-modules.ts");
    await import(pathToFileURL(path).href);
  }

  /** Loads jest's test framework again for each test file: its tests and its handlers of events are in the module. */
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the class that this one extends has it
  override requireInternalModule<Module>(path: string): Module {
    Reflect.deleteProperty(globalThis, Symbol.for("EVENT_HANDLERS"));
    delete require.cache[path];
    return require(path) as Module;
  }
}
