import { sha256 } from "./sha256.ts";

/** The time that a browser keeps the cookie. The catalog decides when the session itself ends. */
const maxAgeSeconds = 30 * 24 * 60 * 60;
const maxValueLength = 500;

/**
 * Reads one cookie of a `Cookie` header. A cookie that is there twice counts as missing: another site on the same host
 * may have planted one of the two, and nothing tells which.
 */
export function cookieOf(header: string | undefined, name: string): string | undefined {
  const values = (header?.split(";") ?? []).flatMap((pair) => {
    const separator = pair.indexOf("=");
    return separator > 0 && pair.slice(0, separator).trim() === name ? [pair.slice(separator + 1).trim()] : [];
  });
  return values.length === 1 ? values[0] : undefined;
}

/** Creates the session cookie. Behind TLS it is a `__Host-` cookie, which no other host or path can set. */
export function createSessionCookie({ publicUrl }: { publicUrl: string | undefined }) {
  const isSecure = publicUrl?.startsWith("https:") === true;
  const name = isSecure ? "__Host-platen_session" : "platen_session";
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;

  return {
    /** The hash of the session that a request names, or undefined. */
    sessionHashOf(cookieHeader: string | undefined): string | undefined {
      const value = cookieOf(cookieHeader, name);
      return value === undefined || value === "" || value.length > maxValueLength ? undefined : sha256(value);
    },
    set: (value: string): string => `${name}=${value}; Max-Age=${maxAgeSeconds}; ${attributes}`,
    clear: (): string => `${name}=; Max-Age=0; ${attributes}`,
  };
}

export type SessionCookie = ReturnType<typeof createSessionCookie>;
