import { expect, test } from "@jest/globals";
import { pathAfterSignIn, paths } from "./paths.ts";

test.each(["/projects/prj_1/api-keys?page=2", "/account"])("signing in leads back to %s", (to) => {
  expect(pathAfterSignIn(to)).toBe(to);
});

test.each([null, "", "//evil.example", "/\\evil.example", "https://evil.example", "javascript:alert(1)", "projects"])(
  "signing in never leads to another site: %s",
  (to) => {
    expect(pathAfterSignIn(to)).toBe(paths.projects());
  },
);
