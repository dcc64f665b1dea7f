import { describe, expect, test } from "@jest/globals";
import { cookieOf, createSessionCookie } from "./session.ts";
import { sha256 } from "./sha256.ts";

describe("the session cookie", () => {
  test("behind TLS cannot be set by another host, another path or a plain connection", () => {
    const cookie = createSessionCookie({ publicUrl: "https://platen.example" });
    expect(cookie.set("abc")).toBe(
      "__Host-platen_session=abc; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax; Secure",
    );
    expect(cookie.clear()).toBe("__Host-platen_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure");
    expect(cookie.sessionHashOf("__Host-platen_session=abc")).toBe(sha256("abc"));
    expect(cookie.sessionHashOf("platen_session=abc")).toBeUndefined();
  });

  test.each([undefined, "http://localhost:8080"])("without TLS (%s) is still out of reach of scripts", (publicUrl) => {
    const cookie = createSessionCookie({ publicUrl });
    expect(cookie.set("abc")).toBe("platen_session=abc; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax");
    expect(cookie.sessionHashOf("theme=dark; platen_session=abc; other=1")).toBe(sha256("abc"));
  });

  test.each([undefined, "", "platen_session", "platen_session=", "=x", `platen_session=${"a".repeat(501)}`, ";;=;"])(
    "is absent from %s",
    (header) => {
      expect(createSessionCookie({ publicUrl: undefined }).sessionHashOf(header)).toBeUndefined();
    },
  );
});

test("a cookie's value may contain an equals sign, and its whole name must match", () => {
  expect(cookieOf("xa=1; a=2=3", "a")).toBe("2=3");
  expect(cookieOf("xa=1", "a")).toBeUndefined();
});

test("a cookie that is there twice counts as missing, because either may be planted", () => {
  expect(cookieOf("a=1; a=2", "a")).toBeUndefined();
  expect(cookieOf("a=1; b=2", "a")).toBe("1");
});
