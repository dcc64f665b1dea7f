import { unzipSync } from "fflate";
import { readXml } from "./read-xml.ts";

/** The parts of a workbook, which is a ZIP. `read` gives nothing for a part that is missing. */
export type Parts = {
  unpackedBytes: number;
  read: (path: string) => Uint8Array | undefined;
};
/** Another part that a part names. `type` is the last name in the address of its type. */
export type Relationship = { id: string; type: string; path: string };

/** An empty file of a ZIP takes so many bytes when it is packed. */
const emptyPackedBytes = 2;

/** How a part is found: programs write its name in other letters than they name it by, and with the separators of Windows. */
const keyOf = (path: string) => path.replaceAll("\\", "/").replace(/^\/+/, "").toLowerCase();

/** A name as it is, and as UTF-8 if its bytes may be that, though the ZIP does not say so. */
function readings(name: string): string[] {
  const codes = Array.from(name, (character) => character.codePointAt(0) ?? 0);
  const isOfBytes = codes.some((code) => code > 0x7f) && codes.every((code) => code <= 0xff);
  return isOfBytes ? [new TextDecoder().decode(Uint8Array.from(codes)), name] : [name];
}

/** Lists the parts without unpacking any. The library unpacks no more than the file declares, which `unpackedBytes` counts. */
export function openParts(bytes: Uint8Array): Parts {
  const names = new Map<string, string>();
  let unpackedBytes = 0;
  unzipSync(bytes, {
    filter: ({ name, size, originalSize }) => {
      // A size that is missing would be no limit.
      unpackedBytes += originalSize === 0 && size > emptyPackedBytes ? Infinity : originalSize;
      for (const key of readings(name).map(keyOf)) if (!names.has(key)) names.set(key, name);
      return false;
    },
  });
  return {
    unpackedBytes,
    read: (path) => {
      const name = names.get(keyOf(path)) ?? names.get(keyOf(decoded(path)));
      return name === undefined ? undefined : unzipSync(bytes, { filter: (part) => part.name === name })[name];
    },
  };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function resolve(folder: readonly string[], target: string): string {
  const names = target.startsWith("/") ? [] : [...folder];
  for (const name of target.split("/")) {
    if (name === "..") names.pop();
    else if (name !== "." && name !== "") names.push(name);
  }
  return names.join("/");
}

/** What a part names. The package itself has the path "". */
export function relationshipsOf(parts: Parts, path: string): Relationship[] {
  const folder = path.split("/");
  const name = folder.pop() ?? "";
  const bytes = parts.read([...folder, "_rels", `${name}.rels`].join("/"));
  const found: Relationship[] = [];
  if (!bytes) return found;
  readXml(bytes, {
    onOpen: (element, { Id: id = "", Type: type = "", Target: target = "", TargetMode: mode }) => {
      if (element !== "Relationship" || mode === "External") return;
      found.push({ id, type: type.slice(type.lastIndexOf("/") + 1), path: resolve(folder, target) });
    },
  });
  return found;
}
