import { pdfPictures } from "@platen/testing";
import { expect, test } from "@jest/globals";
import { engineForFile } from "./engine-for-file.ts";

const engine = engineForFile();

// As templates are composed.
const rule = ":where(:root) { --brand-main: #ff0000; }\n";
const size = "size: 100mm; margin: 20mm;";
const red = "ff0000";
const white = "ffffff";

type Printed = { css: string; body?: string; header?: string };
type Point = readonly [x: number, y: number];

/** The colours of points on the first page, each at a part of its width and height. */
async function coloursAt({ css, body = "", header }: Printed, points: readonly Point[]): Promise<string[]> {
  const html = `<!doctype html><style>${rule} html, body { margin: 0 } ${css}</style>${body}`;
  const { pdf } = await engine.printHtml(html, { settings: { ...(header !== undefined && { header }) } });
  const [picture] = await pdfPictures(pdf, { dpi: 48 });
  if (!picture) throw new Error("the PDF has no page");
  const { width, height, rgba } = picture;
  return points.map(([x, y]) => {
    const at = (Math.floor(y * height) * width + Math.floor(x * width)) * 4;
    return Buffer.from(rgba.slice(at, at + 3)).toString("hex");
  });
}

const inMargin: Point = [0.5, 0.1];
const atBorder: Point = [0.22, 0.5];
const middle: Point = [0.5, 0.5];

test.each<[string, Printed, Point, inside: string]>([
  ["the background of a page", { css: `@page { ${size} background: var(--brand-main) }` }, inMargin, red],
  ["the border of a page", { css: `@page { ${size} border: 5mm solid var(--brand-main) }` }, atBorder, white],
  [
    "a margin box",
    { css: `@page { ${size} @top-center { content: ""; width: 100%; height: 100%; background: var(--brand-main) } }` },
    inMargin,
    white,
  ],
  [
    "a header of the page settings",
    {
      css: `@page { ${size} }`,
      header: `<style>${rule} #header { padding: 0 }</style><div style="width: 100%; height: 20mm; background: var(--brand-main); print-color-adjust: exact"> </div>`,
    },
    inMargin,
    white,
  ],
])("%s takes a colour of the brand", async (_name, printed, point, inside) => {
  expect(await coloursAt(printed, [point, middle])).toEqual([red, inside]);
});

test("a rule of the template for a variable of the brand wins where it stands before that of the brand", async () => {
  const css = `:root { --brand-main: #0000ff } ${rule} @page { ${size} }`;
  const body = '<div style="height: 60mm; background: var(--brand-main)"></div>';
  expect(await coloursAt({ css, body }, [middle])).toEqual(["0000ff"]);
});
