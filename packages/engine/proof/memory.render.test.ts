import { crc32, deflateSync } from "node:zlib";
import { expect, test } from "@jest/globals";
import type { PageSettings } from "@platen/contracts";
import { engineForFile } from "./engine-for-file.ts";

const megabyte = 1_000_000;
const onLinux = process.platform === "linux" ? test : test.skip;

const engine = engineForFile({ memory: { maxRendererBytes: 250 * megabyte, maxTotalBytes: 450 * megabyte } });

const fill = "const kept = []; const more = () => kept.push(new Uint8Array(32 << 20).fill(1));";
const keepFilling = `${fill} setInterval(more, 1);`;
const waiting = "window.platenReady = new Promise(() => {});";

/** A page of black pixels, of which each takes one bit in the file and four bytes in memory. */
function pictureOf(side: number): string {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(data.length, 0);
    ends.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
  };
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  const rows = deflateSync(Buffer.alloc(side * (side / 8 + 1)));
  const signature = Buffer.from("89504e470d0a1a0a", "hex");
  const png = Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", rows), chunk("IEND", Buffer.alloc(0))]);
  return `<img width="600" src="data:image/png;base64,${png.toString("base64")}">`;
}

onLinux.each<[string, string, PageSettings?]>([
  ["a picture, without scripts", pictureOf(16_000), {}],
  [
    "forty arrays of 64 MB in one task",
    `<script>const a = []; for (let i = 0; i < 40; i++) a.push(new Uint8Array(64 << 20).fill(1));</script>`,
  ],
  ["small objects", `<script>const a = []; for (;;) a.push({ a: a.length });</script>`],
  [
    "the arrays of a worker",
    `<script>${waiting} new Worker("data:text/javascript,${encodeURIComponent(keepFilling)}");</script>`,
  ],
  [
    "WebAssembly's memory",
    `<script>${waiting} new Uint8Array(new WebAssembly.Memory({ initial: 16_000 }).buffer).fill(1);</script>`,
  ],
  [
    "canvases",
    `<script>${waiting} const kept = []; setInterval(() => { const c = document.createElement("canvas"); c.width = c.height = 4000; c.getContext("2d").fillRect(0, 0, 4000, 4000); kept.push(c); }, 1);</script>`,
  ],
  [
    "sound",
    `<script>${waiting} const a = new OfflineAudioContext(1, 1, 44100); const kept = []; setInterval(() => kept.push(a.createBuffer(1, 8 << 20, 44100).getChannelData(0).fill(1)), 1);</script>`,
  ],
  [
    "blobs, which the browser's own process keeps",
    `<script>${waiting} const kept = []; setInterval(() => kept.push(new Blob([new Uint8Array(16 << 20).fill(1)])), 20);</script>`,
  ],
])(
  "a document that fills memory with %s ends with memory_exceeded, and its browser prints the next one",
  async (_, html, settings = { javascript: true }) => {
    const { pid } = engine.health();
    await expect(engine.printHtml(html, { settings })).rejects.toMatchObject({
      code: "memory_exceeded",
      retryable: false,
      message: expect.stringContaining("MB of memory"),
    });
    expect((await engine.printHtml("<p>next")).pageCount).toBe(1);
    expect(engine.health()).toMatchObject({ pid, launches: 1 });
  },
);
