/** A file to import. The name may have folders. */
export type ImportFile = { name: string; bytes: Uint8Array };

/** The name with folders divided by `/`; undefined for a name that leaves its folder. */
export function normalName(name: string): string | undefined {
  const steps: string[] = [];
  for (const step of name.replaceAll("\\", "/").split("/")) {
    if (step === "" || step === "." || (steps.length === 0 && /^[A-Za-z]:$/.test(step))) continue;
    if (step === "..") return undefined;
    steps.push(step);
  }
  return steps.length === 0 ? undefined : steps.join("/");
}

/** Files that programs add to an archive by themselves. */
export function isClutter(name: string): boolean {
  return /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$|\.git\/)/i.test(name);
}

export function extensionOf(name: string): string {
  const file = name.slice(name.lastIndexOf("/") + 1);
  const dot = file.lastIndexOf(".");
  return dot < 1 ? "" : file.slice(dot + 1).toLowerCase();
}

export function folderOf(name: string): string {
  return name.slice(0, name.lastIndexOf("/") + 1);
}

/** The text of a file: UTF-8, what its byte order mark or its `charset` says, or else Windows-1252. */
export function textOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    const head = new TextDecoder("windows-1252").decode(bytes.subarray(0, 1_024));
    const label = /charset\s*=?\s*["']?\s*([\w-]+)/i.exec(head)?.[1] ?? "windows-1252";
    return decodeAs(bytes, label) ?? new TextDecoder("windows-1252").decode(bytes);
  }
}

function decodeAs(bytes: Uint8Array, label: string): string | undefined {
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    return undefined;
  }
}
