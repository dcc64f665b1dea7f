import { folderOf, normalName, type ImportFile } from "./import-file.ts";

/** The files of an import, found by the addresses that HTML and CSS write. */
export type FileSet = {
  all: readonly ImportFile[];
  find: (path: string, from: string) => ImportFile | undefined;
};

/** The path of an address without its query and fragment, with its percent signs and backslashes read. */
export function pathOf(address: string): string {
  const path = address
    .trim()
    .replaceAll("\\", "/")
    .replace(/[?#].*$/s, "");
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The path seen from the root of the files; steps above the root stay there. */
export function resolvePath(path: string, folder: string): string {
  const steps: string[] = [];
  for (const step of `${path.startsWith("/") ? "" : folder}${path}`.split("/")) {
    if (step === "..") steps.pop();
    else if (step !== "" && step !== ".") steps.push(step);
  }
  return steps.join("/");
}

/** Makes files findable. Of two files with one name, the last counts. */
export function createFileSet(files: readonly ImportFile[]): FileSet {
  const exact = new Map<string, ImportFile>();
  const folded = new Map<string, ImportFile>();
  for (const file of files) {
    const name = normalName(file.name);
    if (name === undefined) continue;
    const known = { name, bytes: file.bytes };
    exact.set(name.normalize("NFC"), known);
    folded.set(name.normalize("NFC").toLowerCase(), known);
  }
  const named = (name: string) => exact.get(name.normalize("NFC")) ?? folded.get(name.normalize("NFC").toLowerCase());
  return {
    all: [...exact.values()],
    find(path, from) {
      const isFile = /^file:/i.test(path);
      const plain = isFile ? path.replace(/^file:\/*(?:[A-Za-z]:)?/i, "/") : path.replace(/^[A-Za-z]:\//, "/");
      const found = named(resolvePath(plain, folderOf(from)));
      if (found || !/^(?:\/|\.\.\/)/.test(plain)) return found;
      // An address from outside of the files, such as the root of a site or a disk: they begin somewhere below it.
      const steps = plain.split("/").filter((step) => step !== "" && step !== "..");
      for (let skipped = 0; skipped < steps.length; skipped += 1) {
        const rest = steps.slice(skipped).join("/");
        const below = named(resolvePath(rest, folderOf(from))) ?? named(rest);
        if (below) return below;
      }
      return undefined;
    },
  };
}
