import { pathOf, resolvePath } from "../files/file-set.ts";
import { folderOf, type ImportFile } from "../files/import-file.ts";
import { assetNameOf } from "../files/asset-store.ts";
import { leftMark } from "../languages/leave-tag.ts";
import type { ReportRow } from "../report.ts";
import { bytesOfDataUrl } from "./data-url.ts";
import type { ImportContext, Place } from "./import-context.ts";

/** A `data:` picture of more characters becomes an asset: the HTML is smaller, and documents are faster. */
const longestData = 2_000;

/** Text that stands for the first `length` characters of an address. */
export type Replacement = { text: string; length: number };

const tag = /\{[{%]|\{d[.[]/;
const leftTag = new RegExp(`^\\s*\\{\\{! ${leftMark}(.*) \\}\\}\\s*$`, "s");
const scheme = /^[a-z][a-z0-9+.-]*:/i;

/** Whether an address leads to a server. */
export function isWebAddress(address: string): boolean {
  return /^(?:https?:)?\/\//i.test(address.trim());
}

/**
 * Finds the file of an address, makes it an asset, and reports what became of the address. Returns what to write in its
 * place; undefined if it stays as it is.
 */
export function resolveAddress(written: string, place: Place, context: ImportContext): Replacement | undefined {
  const left = leftTag.exec(written)?.[1];
  // The report names a tag without an equal as its author wrote it, and so does what the user gives for it.
  const address = left ?? written.trim();
  if (address === "" || address.startsWith("#")) return undefined;
  const { from, ...where } = place;
  const report = (row: Omit<ReportRow, "kind" | "subject">) => {
    context.rows.push({ kind: "address", subject: shown(address), ...row, ...where });
  };
  const asAsset = (name: string): Replacement => {
    report({ outcome: "asset", became: `asset:${name}` });
    return { text: `asset:${name}`, length: written.length };
  };

  const [given] = context.given.get(address) ?? [];
  if (given) {
    const name = context.store.add(given.name, given.bytes);
    if (name !== undefined) return asAsset(name);
    report({ outcome: "missing", message: `Platen does not take files such as ${given.name}.` });
    return undefined;
  }
  if (left !== undefined) {
    report({ outcome: "missing", message: "Platen has no equal for this tag. Give the file it stands for." });
    return undefined;
  }
  if (/^data:/i.test(address)) {
    const bytes = address.length > longestData ? bytesOfDataUrl(address) : undefined;
    const name = bytes && context.store.addNameless(bytes);
    if (name !== undefined) return asAsset(name);
    report({ outcome: "kept", message: "It holds its content itself." });
    return undefined;
  }
  if (/^asset:/i.test(address)) {
    report({ outcome: "kept" });
    return undefined;
  }
  if (isWebAddress(address)) {
    report({ outcome: "web", message: "Platen makes no requests. Give the file of this address." });
    return undefined;
  }
  const tagAt = address.search(tag);
  if (tagAt !== -1) return resolveDynamic(written, tagAt, from, report, context);
  if (scheme.test(address) && !/^(?:file|[a-z]):/i.test(address)) {
    report({ outcome: "kept", message: "Platen makes no requests." });
    return undefined;
  }
  const file = context.files.find(pathOf(address), from);
  if (!file) {
    report({ outcome: "missing", message: "No such file is among the files." });
    return undefined;
  }
  const name = addFile(file, context);
  if (name !== undefined) return asAsset(name);
  report({ outcome: "missing", message: "Platen does not take files of this kind." });
  return undefined;
}

/** Notes that the template names a file, whatever becomes of the address. */
export function useFile(address: string, { from }: Place, context: ImportContext): void {
  const file = isWebAddress(address) ? undefined : context.files.find(pathOf(address), from);
  if (file) context.used.add(file.name);
}

function addFile(file: ImportFile, context: ImportContext): string | undefined {
  context.used.add(file.name);
  return context.store.add(nameBelow(file.name, context.folder), file.bytes);
}

function nameBelow(name: string, folder: string): string {
  return name.startsWith(folder) ? name.slice(folder.length) : name;
}

/** An address that a document completes with data: all files that begin like it become assets. */
function resolveDynamic(
  written: string,
  tagAt: number,
  from: string,
  report: (row: Omit<ReportRow, "kind" | "subject">) => void,
  context: ImportContext,
): Replacement | undefined {
  const start = written.length - written.trimStart().length;
  const beginning = pathOf(written.slice(start, start + tagAt));
  const path = beginning === "" ? "" : resolvePath(`${beginning}x`, folderOf(from)).slice(0, -1);
  const files = path === "" ? [] : context.files.all.filter(({ name }) => name.startsWith(path));
  const names = files.map((file) => addFile(file, context)).filter((name) => name !== undefined);
  if (names.length === 0) {
    report({
      outcome: "missing",
      message: "The data completes this address, and no file begins like it. Platen prints assets and data: URLs.",
    });
    return undefined;
  }
  const text = `asset:${assetNameOf(`${nameBelow(path, context.folder)}x`, "png").slice(0, -"x.png".length)}`;
  const hasCapitals = files.some(({ name }) => name.slice(path.length) !== name.slice(path.length).toLowerCase());
  report({
    outcome: "asset",
    became: `${text}…`,
    message: `The data completes this address: ${names.length} files that begin like it are assets.${
      hasCapitals ? " Their names are written in small letters: add | lower to the tag." : ""
    }`,
  });
  return { text, length: start + tagAt };
}

/** A long address is shown by its beginning. */
export function shown(address: string): string {
  return address.length > 120 ? `${address.slice(0, 117)}…` : address;
}
