import type { PageSettings } from "@platen/contracts";
import { toPixels } from "./to-pixels.ts";
import type { PageRule } from "./page-rules.ts";

export type Sides = { top: number; right: number; bottom: number; left: number };

/** A page as the template's CSS sees it, in CSS pixels before scaling. */
export type Paper = {
  width: number;
  height: number;
  margin: Sides;
  /** The margins of the first page, which may differ. */
  firstMargin: Sides;
  /** The width of the border that `@page` draws around the area of the content. The margins contain it. */
  border: Sides;
  /** The scale from CSS pixels to paper. */
  scale: number;
};

const formats: Readonly<Record<string, readonly [width: string, height: string]>> = {
  a3: ["297mm", "420mm"],
  a4: ["210mm", "297mm"],
  a5: ["148mm", "210mm"],
  a6: ["105mm", "148mm"],
  letter: ["8.5in", "11in"],
  legal: ["8.5in", "14in"],
  tabloid: ["11in", "17in"],
  ledger: ["11in", "17in"],
  b4: ["250mm", "353mm"],
  b5: ["176mm", "250mm"],
};

const sides = ["top", "right", "bottom", "left"] as const;

type Size = { width: number; height: number };

function namedSize(name: string): Size | undefined {
  const format = formats[name.toLowerCase()];
  if (!format) return undefined;
  return { width: toPixels(format[0]) ?? 0, height: toPixels(format[1]) ?? 0 };
}

function turn({ width, height }: Size, isLandscape: boolean): Size {
  const [short, long] = width < height ? [width, height] : [height, width];
  return isLandscape ? { width: long, height: short } : { width: short, height: long };
}

/** The size that `@page { size }` sets; `fallback` if it sets only the orientation. */
function cssSize(value: string, fallback: Size): Size | undefined {
  const words = value.trim().toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0 || words[0] === "auto") return undefined;
  const lengths = words.flatMap((word) => toPixels(word) ?? []);
  const [width, height = width] = lengths;
  if (width !== undefined && height !== undefined) return { width, height };
  const named = words.map(namedSize).find((size) => size !== undefined);
  const orientation = words.find((word) => word === "landscape" || word === "portrait");
  if (orientation !== undefined) return turn(named ?? fallback, orientation === "landscape");
  return named;
}

/** Chromium rounds the paper of a format up to whole points. */
function wholePoints(length: number): number {
  return Math.ceil(length * (72 / 96) - 0.001) * (96 / 72);
}

function settingsSize({ format = "A4", width, height, orientation }: PageSettings): Size {
  const own = { width: toPixels(width ?? ""), height: toPixels(height ?? "") };
  const named = namedSize(format) ?? { width: 0, height: 0 };
  const size =
    own.width === undefined || own.height === undefined
      ? { width: wholePoints(named.width), height: wholePoints(named.height) }
      : { width: own.width, height: own.height };
  return orientation === "landscape" ? { width: size.height, height: size.width } : size;
}

function marginOf(rules: readonly PageRule[], fallback: Sides): Sides {
  const margin = { ...fallback };
  for (const { style } of rules) {
    for (const side of sides) margin[side] = toPixels(style.getPropertyValue(`margin-${side}`)) ?? margin[side];
  }
  return margin;
}

function borderOf(rules: readonly PageRule[]): Sides {
  const border = { top: 0, right: 0, bottom: 0, left: 0 };
  for (const { style } of rules) {
    for (const side of sides) {
      const hasLine = !/^(?:none|hidden)?$/.test(style.getPropertyValue(`border-${side}-style`));
      const width = toPixels(style.getPropertyValue(`border-${side}-width`));
      // Chromium draws borders of whole pixels.
      if (hasLine && width !== undefined) border[side] = Math.floor(width);
    }
  }
  return border;
}

/** The paper of a template. `@page` overrides the settings, unless they forbid it. */
export function paperOf(settings: PageSettings, pageRules: readonly PageRule[]): Paper {
  const rules = settings.preferCssPageSize === false ? [] : pageRules;
  const scale = settings.scale ?? 1;
  const general = rules.filter(({ selector }) => selector === "");
  const first = rules.filter(({ selector }) => selector === ":first");
  const fallbackSize = settingsSize(settings);
  const size = general.reduce<Size>(
    (found, { style }) => cssSize(style.getPropertyValue("size"), fallbackSize) ?? found,
    fallbackSize,
  );
  const settingsMargin = Object.fromEntries(
    sides.map((side) => [side, toPixels(settings.margin?.[side] ?? "") ?? 0]),
    // Its keys are the four sides.
  ) as Sides;
  const margin = marginOf(general, settingsMargin);
  const firstMargin = marginOf(first, margin);
  const border = borderOf(pageRules.filter(({ selector }) => selector === ""));
  // Chromium prints pages and margins of whole pixels.
  const shrink = (value: Sides): Sides => ({
    top: Math.round(value.top / scale) + border.top,
    right: Math.round(value.right / scale) + border.right,
    bottom: Math.round(value.bottom / scale) + border.bottom,
    left: Math.round(value.left / scale) + border.left,
  });
  return {
    width: Math.round(size.width / scale),
    height: Math.round(size.height / scale),
    margin: shrink(margin),
    firstMargin: shrink(firstMargin),
    border,
    scale,
  };
}
