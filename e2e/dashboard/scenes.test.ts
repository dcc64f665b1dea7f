import { afterAll, beforeAll, expect, jest, test } from "@jest/globals";
import { accessibilityViolations } from "./accessibility.ts";
import { openScenes } from "./scenes.ts";
import { startDemo, type Demo } from "./start-demo.ts";

jest.setTimeout(600_000);

let demo: Demo;

beforeAll(async () => {
  demo = await startDemo();
  await demo.visitor.page.setViewport({ width: 1440, height: 900 });
});

afterAll(() => demo?.stop());

test("each page, dialog and state opens, raises no error and has no serious accessibility violation", async () => {
  const { scenes, visitors, close } = await openScenes(demo);
  const problems: Record<string, string[]> = {};
  for (const { name, page, show } of scenes) {
    // A scene that fails must not hide the others.
    const found = await show().then(
      () => accessibilityViolations(page),
      (error: unknown) => [String(error)],
    );
    const errors = visitors.flatMap(({ takeErrors }) => takeErrors());
    if (found.length + errors.length > 0) problems[name] = [...found, ...errors];
  }
  await close();
  expect(scenes.length).toBeGreaterThan(60);
  expect(problems).toEqual({});
});
