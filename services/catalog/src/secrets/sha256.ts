import { hash } from "node:crypto";

/** SHA-256 in hex: the form in which key values, session cookies and invitation codes are stored. */
export function sha256(value: string): string {
  return hash("sha256", value, "hex");
}
