import { deflateSync } from "node:zlib";

type Entries = ReadonlyMap<string, string>;

/** A dictionary with these entries, as the PDF has them. */
export function dictionaryOf(entries: Entries): Buffer {
  return Buffer.from(`<<${[...entries].map(([name, value]) => `/${name} ${value}`).join("\n")}>>`, "latin1");
}

/** A stream, compressed. Its dictionary has these entries, and the filter and the length of the stream. */
export function streamOf(content: Buffer, entries: Entries = new Map()): Buffer {
  return plainStreamOf(deflateSync(content), new Map([...entries, ["Filter", "/FlateDecode"]]));
}

/** A stream as it is. Its dictionary has these entries, and the length of the stream. */
export function plainStreamOf(content: Buffer, entries: Entries): Buffer {
  const all = new Map([...entries, ["Length", String(content.length)]]);
  return Buffer.concat([dictionaryOf(all), Buffer.from(" stream\n"), content, Buffer.from("\nendstream")]);
}
