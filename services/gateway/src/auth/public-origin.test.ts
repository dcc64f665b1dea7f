import { expect, test } from "@jest/globals";
import { createPublicOrigin } from "./public-origin.ts";

const origin =
  (publicUrl: string | undefined, host: string | undefined, isBehindProxy = false) =>
  () =>
    createPublicOrigin({ publicUrl: publicUrl === undefined ? undefined : new URL(publicUrl), isBehindProxy })(host);

test("a public URL is the origin, whatever host a request names", () => {
  expect(origin("https://platen.example/", "evil.example", true)()).toBe("https://platen.example");
});

test.each(["127.0.0.1:8080", "localhost:8080", "[::1]:8080", "192.168.1.5"])(
  "without a public URL, the address %s is the origin",
  (host) => expect(origin(undefined, host)()).toBe(`http://${host}`),
);

test.each([
  ["a host name", "evil.example", false],
  ["no host", undefined, false],
  ["a request that a proxy passes on", "127.0.0.1:8080", true],
])("without a public URL, %s gives no origin, and the problem names the variable", (_, host, isBehindProxy) => {
  const code = "dependency.unavailable";
  expect(origin(undefined, host, isBehindProxy)).toThrow(
    expect.objectContaining({ code, message: expect.stringContaining("Set `PUBLIC_URL` of the gateway") }),
  );
});
