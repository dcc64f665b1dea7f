import { afterAll, beforeAll } from "@jest/globals";
import { startTestEngine, type TestEngine } from "@platen/engine/proof";
import { createTemplateFiller, type TemplateFiller } from "@platen/template-filler";

/** The engine and the filler of a test file, which start before its tests and end after them. */
export function useEngineAndFiller({ maxOutputBytes = 1_000_000 } = {}) {
  const started: { engine?: TestEngine; filler?: TemplateFiller } = {};
  beforeAll(async () => {
    started.engine = await startTestEngine();
    started.filler = createTemplateFiller({
      processes: 1,
      timeoutMs: 60_000,
      maxOutputBytes,
      maxHeapBytes: 256_000_000,
      knownFontsPath: started.engine.knownFontsPath,
    });
  });
  afterAll(() => Promise.all([started.engine?.close(), started.filler?.close()]));

  return (): { engine: TestEngine; filler: TemplateFiller } => {
    const { engine, filler } = started;
    if (!engine || !filler) throw new Error("The engine starts before the first test.");
    return { engine, filler };
  };
}
