// The engine's own rule, so that what is measured is what is used.
import { screenSize, withSingleLayout } from "@platen/engine/parts";
import type { RawPage, RawVariant } from "../peers/raw-browser.ts";

export type Variant = RawVariant & { name: string };

const hidden = (rule: string) => (html: string) =>
  html.replace(/<!doctype html>/i, (doctype) => `${doctype}<style>${rule}</style>`);

const printMedia = ({ client, session }: RawPage) =>
  client.send("Emulation.setEmulatedMedia", { media: "print" }, session);

const screen =
  (size: { width: number; height: number }) =>
  ({ client, session }: RawPage) =>
    client.send("Emulation.setDeviceMetricsOverride", { ...size, deviceScaleFactor: 1, mobile: false }, session);

const paper = { width: 794, height: 1_123 };

/** What the engine does. */
const single: Omit<Variant, "name"> = {
  html: (html) => withSingleLayout(html) ?? html,
  setUp: screen(screenSize),
  atOnce: true,
};

const flags = [
  ["no threaded compositing", "--disable-threaded-compositing"],
  ["one thread to draw", "--num-raster-threads=1"],
  ["no BackupRefPtr", "--disable-features=PartitionAllocBackupRefPtr,PartitionAllocMemoryTagging"],
  ["no back-forward cache", "--disable-features=BackForwardCache"],
  ["no field trials", "--disable-field-trial-config"],
  ["V8 without compilers", "--js-flags=--jitless"],
  ["V8 without idle tasks", "--disable-v8-idle-tasks"],
  ["garbage collected by one thread", "--js-flags=--single-threaded-gc"],
  ["garbage marked in one go", "--js-flags=--no-incremental-marking"],
  ["a heap of 256 MB from the start", "--js-flags=--initial-heap-size=256"],
  ["a heap of 8 MB from the start", "--js-flags=--initial-heap-size=8"],
  ["the network in the browser's process", "--enable-features=NetworkServiceInProcess2"],
] as const;

/** Ways of doing what the raw loop does that may be cheaper. The first is the loop itself. */
export const variants: readonly Variant[] = [
  { name: "raw loop" },
  { name: "both calls at once", atOnce: true },
  { name: "print media emulated", setUp: printMedia, atOnce: true },
  { name: "screen of the paper's size", setUp: screen(paper), atOnce: true },
  {
    name: "print media on the paper's size",
    setUp: async (page) => {
      await printMedia(page);
      await screen(paper)(page);
    },
    atOnce: true,
  },
  { name: "screen of one pixel", setUp: screen({ width: 1, height: 1 }), atOnce: true },
  { name: "not displayed on the screen", html: hidden("@media screen{:root{display:none}}"), atOnce: true },
  {
    name: "hidden on the screen",
    html: hidden("@media screen{:root{content-visibility:hidden}}"),
    atOnce: true,
  },
  { name: "laid out once, one call after the other", ...single, atOnce: false },
  { name: "laid out once", ...single },
  {
    name: "laid out once, print media emulated",
    ...single,
    setUp: async (page) => {
      await printMedia(page);
      await screen(screenSize)(page);
    },
  },
  ...flags.map(([name, flag]) => ({ name: `laid out once, ${name}`, ...single, flags: [flag] })),
];
