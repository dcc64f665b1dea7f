import { chmod, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { pdfInfo, pdfText } from "@platen/testing";

/** A folder that the browser's user can read, with a file of every type that a document might show. */
export type CanaryFolder = {
  path: string;
  /** Fills `{file}` and `{path}` in a text with the folder's URL and path, without a slash at the end. */
  fill(text: string): string;
  /** The types of the folder's files that show in a PDF. */
  findIn(pdf: Buffer): Promise<string[]>;
  remove(): Promise<void>;
};

/** A word in every file with text. */
export const canaryWord = "CANARY";
const pictureSize = { width: 61, height: 67 };
// Both names have one length, so that nothing else in the font moves.
const fontNames = { from: "JetBrainsMono", to: "CanaryOfAFont" };

export async function createCanaryFolder(): Promise<CanaryFolder> {
  const path = await mkdtemp(join(tmpdir(), "platen-canary-"));
  await chmod(path, 0o755);
  const file = pathToFileURL(path).href;
  const files: Record<string, string | Buffer> = {
    "canary.txt": `${canaryWord} text`,
    "canary.html": `<!doctype html><title>${canaryWord}</title><p>${canaryWord} page`,
    "canary.css": `body::before { content: "${canaryWord} style" }`,
    "canary.js": `document.documentElement.append("${canaryWord} script")`,
    "canary.json": `{"canary":"${canaryWord} json"}`,
    "canary.svg": `<svg xmlns="http://www.w3.org/2000/svg" id="a" width="200" height="40"><text id="t" y="20">${canaryWord} svg</text></svg>`,
    "canary.xml": `<canary>${canaryWord} xml</canary>`,
    "canary.dtd": `<!ENTITY canary "${canaryWord} entity">`,
    "canary.xsl": `<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:template match="/"><html><body>${canaryWord} xsl</body></html></xsl:template></xsl:stylesheet>`,
    "canary.vtt": `WEBVTT\n\n00:00.000 --> 99:00.000\n${canaryWord} track\n`,
    "canary.bmp": bitmap(),
    "canary.ttf": await font(),
  };
  for (const [name, content] of Object.entries(files)) await writeFile(join(path, name), content);
  await symlink("canary.txt", join(path, "link.txt"));
  return {
    path,
    fill: (text) => text.replaceAll("{file}", file).replaceAll("{path}", path),
    async findIn(pdf) {
      const raw = pdf.toString("latin1");
      const { title = "" } = await pdfInfo(pdf);
      const found = {
        text: (await pdfText(pdf)).join("").includes(canaryWord) || title.includes(canaryWord),
        picture: new RegExp(
          `/Width ${pictureSize.width}\\s[^>]*?/Height ${pictureSize.height}\\s|/Height ${pictureSize.height}\\s[^>]*?/Width ${pictureSize.width}\\s`,
        ).test(raw),
        font: raw.includes(fontNames.to),
      };
      return Object.entries(found).flatMap(([kind, isFound]) => (isFound ? [kind] : []));
    },
    async remove() {
      await rm(path, { recursive: true, force: true });
    },
  };
}

/** A picture with a size of its own: 24 bits per pixel, rows padded to four bytes. */
function bitmap(): Buffer {
  const { width, height } = pictureSize;
  const headerBytes = 54;
  const rowBytes = Math.ceil((width * 3) / 4) * 4;
  const file = Buffer.alloc(headerBytes + rowBytes * height, 0x2a);
  file.fill(0, 0, headerBytes);
  file.write("BM");
  file.writeUInt32LE(file.length, 2);
  file.writeUInt32LE(headerBytes, 10);
  file.writeUInt32LE(40, 14);
  file.writeInt32LE(width, 18);
  file.writeInt32LE(height, 22);
  file.writeUInt16LE(1, 26);
  file.writeUInt16LE(24, 28);
  return file;
}

/** A font with a name of its own. */
async function font(): Promise<Buffer> {
  const url = import.meta.resolve("@expo-google-fonts/jetbrains-mono/400Regular/JetBrainsMono_400Regular.ttf");
  const content = await readFile(new URL(url));
  const { from, to } = fontNames;
  for (const [found, replacement] of [
    [Buffer.from(from), Buffer.from(to)],
    [bigEndian(from), bigEndian(to)],
  ] as const) {
    for (let at = content.indexOf(found); at !== -1; at = content.indexOf(found, at + 1)) replacement.copy(content, at);
  }
  return content;
}

function bigEndian(text: string): Buffer {
  return Buffer.from(text, "utf16le").swap16();
}
