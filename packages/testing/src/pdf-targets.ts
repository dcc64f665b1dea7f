import { z } from "zod";
import { eachPage, withDocument } from "./pdf.ts";
import type { PDFDocumentProxy } from "pdfjs-dist/legacy/build/pdf.mjs";

/** The target of a link: an address, or a place in the document. */
type Target = { url: string } | { pageNumber: number; place: unknown[] } | undefined;

export type PdfTargets = {
  links: { pageNumber: number; rectangle: number[]; target: Target }[];
  /** The headings of the outline, in reading order. */
  outline: { title: string; depth: number; target: Target }[];
};

/** Returns the links and the outline of a document, with their positions and targets. */
export async function pdfTargets(bytes: Uint8Array): Promise<PdfTargets> {
  return withDocument(bytes, async (document) => {
    const links = await eachPage(document, async (page, pageNumber) => {
      const annotations = link.array().parse(await page.getAnnotations());
      return Promise.all(
        annotations.map(async ({ rect, ...leads }) => ({
          pageNumber,
          rectangle: rect,
          target: await targetOf(document, leads),
        })),
      );
    });
    return { links: links.flat(), outline: await outlineOf(document, (await document.getOutline()) ?? [], 0) };
  });
}

const leading = z.object({ url: z.string().nullish(), dest: z.union([z.string(), z.array(z.unknown())]).nullish() });
const link = leading.extend({ rect: z.array(z.number()) });
const heading = leading.extend({ title: z.string(), items: z.array(z.unknown()) });
const reference = z.object({ num: z.int(), gen: z.int() });

async function outlineOf(
  document: PDFDocumentProxy,
  items: readonly unknown[],
  depth: number,
): Promise<PdfTargets["outline"]> {
  const found: PdfTargets["outline"] = [];
  for (const item of items) {
    const { title, items: below, ...leads } = heading.parse(item);
    found.push({ title, depth, target: await targetOf(document, leads) });
    found.push(...(await outlineOf(document, below, depth + 1)));
  }
  return found;
}

async function targetOf(document: PDFDocumentProxy, { url, dest }: z.infer<typeof leading>): Promise<Target> {
  if (url) return { url };
  const place = typeof dest === "string" ? await document.getDestination(dest) : dest;
  if (!place) return undefined;
  const [page, ...rest] = place;
  return { pageNumber: (await document.getPageIndex(reference.parse(page))) + 1, place: rest };
}
