import { sha256 } from "./sha256.ts";

/** How long a browser keeps the cookie; when the session itself ends is the catalog's to say. */
const maxAgeSeconds = 30 * 24 * 60 * 60;
const longestValue = 500;

/**
 * Reads one cookie of a `Cookie` header. One that is there twice is none: a neighbour on the same host has planted the
 * other beside it, and which of the two is the browser's own cannot be told.
 */
export function cookieOf(header: string | undefined, name: string): string | undefined {
  const values = (header?.split(";") ?? []).flatMap((pair) => {
    const separator = pair.indexOf("=");
    return separator > 0 && pair.slice(0, separator).trim() === name ? [pair.slice(separator + 1).trim()] : [];
  });
  return values.length === 1 ? values[0] : undefined;
}

/** Makes the session cookie: behind TLS a `__Host-` one, which no other host or path can set. */
export function createSessionCookie({ publicUrl }: { publicUrl: string | undefined }) {
  const isSecure = publicUrl?.startsWith("https:") === true;
  const name = isSecure ? "__Host-platen_session" : "platen_session";
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;

  return {
    /** The hash of the session a request names, or undefined where it names none. */
    sessionHashOf(cookieHeader: string | undefined): string | undefined {
      const value = cookieOf(cookieHeader, name);
      return value === undefined || value === "" || value.length > longestValue ? undefined : sha256(value);
    },
    set: (value: string): string => `${name}=${value}; Max-Age=${maxAgeSeconds}; ${attributes}`,
    clear: (): string => `${name}=; Max-Age=0; ${attributes}`,
  };
}
