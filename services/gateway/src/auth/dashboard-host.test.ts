import { expect, test } from "@jest/globals";
import { isDashboardHost } from "./dashboard-host.ts";

const publicUrl = new URL("https://platen.example/");

test.each(["127.0.0.1:8080", "[::1]:8080", "192.168.1.7", "localhost:8080", "demo.localhost"])(
  "without a public URL the dashboard is at %s, which no other name can lead to",
  (host) => {
    expect([isDashboardHost(host, undefined), isDashboardHost(host, publicUrl)]).toEqual([true, false]);
  },
);

test.each([
  "evil.test",
  "evil.test:8080",
  "127.0.0.1.evil.test",
  "localhost.evil.test",
  "evil.test@127.0.0.1.x",
  "",
  " ",
  undefined,
])("the dashboard is not at %j", (host) => {
  expect([isDashboardHost(host, undefined), isDashboardHost(host, publicUrl)]).toEqual([false, false]);
});

test("with a public URL the dashboard is at its host and port alone", () => {
  expect(
    ["platen.example", "Platen.Example", "platen.example:8443"].map((host) => isDashboardHost(host, publicUrl)),
  ).toEqual([true, true, false]);
});
