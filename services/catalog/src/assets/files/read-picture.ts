import { BrokenFile, cutOff } from "./refuse-file.ts";

export type Pixels = { width: number; height: number };

/** More segments or boxes than any picture has before its size. */
const maxParts = 10_000;

function need(bytes: Buffer, end: number): void {
  if (bytes.length < end) throw new BrokenFile(cutOff);
}

/** Reads how many pixels a picture has, from its header alone. Throws for one whose header is not whole. */
export const pixelsOf = {
  png(bytes: Buffer): Pixels {
    need(bytes, 33);
    if (bytes.toString("latin1", 12, 16) !== "IHDR") throw new BrokenFile("is not a valid PNG picture.");
    return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  },

  gif(bytes: Buffer): Pixels {
    need(bytes, 13);
    return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
  },

  jpeg(bytes: Buffer): Pixels {
    let at = 2;
    for (let part = 0; part < maxParts; part += 1) {
      need(bytes, at + 4);
      if (bytes[at] !== 0xff) throw new BrokenFile("is not a valid JPEG picture.");
      const marker = bytes[at + 1] ?? 0;
      // A segment may have any number of bytes 0xff before it.
      if (marker === 0xff) {
        at += 1;
        continue;
      }
      if (isFrame(marker)) {
        need(bytes, at + 9);
        return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
      }
      // The data of the picture, or its end, before any size.
      if (marker === 0xda || marker === 0xd9) break;
      at += 2 + Math.max(2, bytes.readUInt16BE(at + 2));
    }
    throw new BrokenFile("is not a valid JPEG picture.");
  },

  webp(bytes: Buffer): Pixels {
    need(bytes, 30);
    switch (bytes.toString("latin1", 12, 16)) {
      case "VP8 ":
        return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
      case "VP8L": {
        const bits = bytes.readUInt32LE(21);
        return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
      }
      case "VP8X":
        return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
      default:
        throw new BrokenFile("is not a valid WebP picture.");
    }
  },

  avif(bytes: Buffer): Pixels {
    // The largest of its pictures, which may be parts or previews of each other.
    let largest: Pixels | undefined;
    const properties = ["meta", "iprp", "ipco"].reduce<Box | undefined>(
      (outer, name) => outer && boxesIn(bytes, outer).find((box) => box.name === name),
      { name: "", start: 0, end: bytes.length },
    );
    for (const { name, start, end } of properties ? boxesIn(bytes, properties) : []) {
      if (name !== "ispe" || end - start < 12) continue;
      const pixels = { width: bytes.readUInt32BE(start + 4), height: bytes.readUInt32BE(start + 8) };
      if (!largest || pixels.width * pixels.height > largest.width * largest.height) largest = pixels;
    }
    if (!largest) throw new BrokenFile("is not a valid AVIF picture.");
    return largest;
  },
};

/** The markers of a frame: all of 0xc0 to 0xcf that do not define tables or extensions. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

type Box = { name: string; start: number; end: number };

/** The boxes of a file in the format of ISO 14496-12, or inside one of its boxes. */
function boxesIn(bytes: Buffer, outer: Box): Box[] {
  const boxes: Box[] = [];
  // A "meta" box has a version and flags first.
  let at = outer.name === "meta" ? outer.start + 4 : outer.start;
  while (at + 8 <= outer.end && boxes.length < maxParts) {
    const length = bytes.readUInt32BE(at);
    const name = bytes.toString("latin1", at + 4, at + 8);
    // A box of length 0 reaches to the end. One with a length of 64 bits holds the data of the picture.
    const end = length === 0 ? outer.end : at + length;
    if (length === 1 || (length !== 0 && length < 8) || end > outer.end) break;
    boxes.push({ name, start: at + 8, end });
    at = end;
  }
  return boxes;
}
