import { expect, test } from "@jest/globals";
import { createDeviceCookie } from "./device.ts";

const secret = "a private key";
const devices = createDeviceCookie({ publicUrl: "https://platen.example", secret });
const sentBack = (set: string) => set.split(";")[0] ?? "";

test("behind TLS cannot be set by another host, and scripts cannot read it", () => {
  expect(devices.set(undefined, "ada@example.com")).toMatch(
    /^__Host-platen_device=[\w-]{22}\.[\w-]{43}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
  );
});

test("a device keeps its name when it signs in again", () => {
  const cookie = sentBack(devices.set(undefined, "ada@example.com"));
  expect(devices.deviceOf(cookie, "ada@example.com")).toHaveLength(22);
  expect(sentBack(devices.set(cookie, "ada@example.com"))).toBe(cookie);
});

test.each([
  ["of another account", sentBack(devices.set(undefined, "eve@example.com"))],
  ["of another key", sentBack(createDeviceCookie({ publicUrl: "https://x", secret: "x" }).set(undefined, "a@b.c"))],
  ["of a wrong form", "__Host-platen_device=é.é"],
  ["with a forged signature", `__Host-platen_device=${"a".repeat(22)}.${"a".repeat(43)}`],
])("a cookie %s proves nothing", (_what, cookie) => {
  expect(devices.deviceOf(cookie, "ada@example.com")).toBeUndefined();
});
