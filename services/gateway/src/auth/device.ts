import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";
import { cookieOf } from "./session.ts";

const maxAgeSeconds = 365 * 24 * 60 * 60;
const nonceBytes = 16;
const form = /^[\w-]{22}\.[\w-]{43}$/;

/**
 * Creates the device cookie: a proof that a browser has signed in to an account before. It opens nothing. A browser that
 * shows it has tries of its own at the password, so other callers cannot use them up (OWASP, "Slow down online guessing
 * attacks with device cookies"). The gateways sign it with a key that they derive from their private key.
 */
export function createDeviceCookie({ publicUrl, secret }: { publicUrl: string | undefined; secret: string }) {
  const isSecure = publicUrl?.startsWith("https:") === true;
  const name = isSecure ? "__Host-platen_device" : "platen_device";
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
  const key = Buffer.from(hkdfSync("sha256", secret, "", "platen device cookie", 32));

  function signed(nonce: string, email: string): string {
    return `${nonce}.${createHmac("sha256", key).update(`${nonce} ${email}`).digest("base64url")}`;
  }

  /** The device that a request names, if it has signed in to the account of this e-mail address before. */
  function deviceOf(cookieHeader: string | undefined, email: string): string | undefined {
    const value = cookieOf(cookieHeader, name);
    if (value === undefined || !form.test(value)) return undefined;
    const nonce = value.slice(0, value.indexOf("."));
    return timingSafeEqual(Buffer.from(value), Buffer.from(signed(nonce, email))) ? nonce : undefined;
  }

  return {
    deviceOf,
    /** The cookie after a successful sign-in. A known device keeps its name, and with it its used tries. */
    set(cookieHeader: string | undefined, email: string): string {
      const nonce = deviceOf(cookieHeader, email) ?? randomBytes(nonceBytes).toString("base64url");
      return `${name}=${signed(nonce, email)}; Max-Age=${maxAgeSeconds}; ${attributes}`;
    },
  };
}

export type DeviceCookie = ReturnType<typeof createDeviceCookie>;
