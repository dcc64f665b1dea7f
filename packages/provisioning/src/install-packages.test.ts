import { expect, test } from "@jest/globals";
import { adviceFor } from "./install-packages.ts";

test("the advice for missing programs names the packages and the containers", () => {
  const advice = adviceFor(["PostgreSQL", "Chromium"]);
  expect(advice).toContain("sudo apt-get install postgresql chromium-headless-shell");
  expect(advice).toContain("brew install postgresql@17");
  expect(advice).toContain("DATABASE_URL, PUPPETEER_EXECUTABLE_PATH");
  expect(advice).toContain("docker compose up");
  expect(advice).not.toContain("redis");
});
