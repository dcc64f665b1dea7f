import { documents } from "./documents.ts";
import type { FidelityDocument } from "../fidelity-document.ts";
import { dataUrl } from "../fixtures.ts";

const svg = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="24" height="16"><rect width="24" height="16" fill="teal"/><text y="12" font-size="9">svg</text></svg>')}`;

const byFormat: Record<string, string[]> = {
  PNG: ["alpha.png", "palette.png", "gray16.png"],
  JPEG: ["baseline.jpg", "progressive.jpg", "gray.jpg", "cmyk.jpg", "turned.jpg"],
  GIF: ["still.gif", "moving.gif"],
  WebP: ["lossy.webp", "alpha.webp", "moving.webp"],
  AVIF: ["alpha.avif"],
  "BMP and ICO": ["plain.bmp", "icon.ico"],
};

/**
 * A picture in every way in which a document can show it, but without tiles: Chromium itself draws them differently
 * each time.
 */
function shown(url: string): string {
  return `<p><img src="${url}"> <img src="${url}" width="120" height="80"> <img src="${url}" width="120" height="80" style="image-rendering: pixelated; rotate: 10deg">
    <span style="display: inline-block; width: 100px; height: 60px; background: url(${url}) 5px 5px no-repeat, pink"></span>
    <img src="${url}" style="width: 90px; height: 90px; object-fit: cover; border-radius: 50%; filter: sepia(.4)"></p>`;
}

export const images: readonly FidelityDocument[] = [
  ...Object.entries(byFormat).map(([format, files]) => ({
    name: `data: images, ${format}`,
    html: `<!doctype html><body style="background: #ffe">${files.map((file) => shown(dataUrl(file))).join("")}`,
  })),
  ...documents({
    "data: images, SVG": `<!doctype html>${shown(svg)}`,
    "images chosen by the browser: srcset, sizes, picture, image-set": `<!doctype html><img srcset="${dataUrl("baseline.jpg")} 1x, ${dataUrl("alpha.png")} 2x" width="100">
      <img srcset="${dataUrl("baseline.jpg")} 200w, ${dataUrl("alpha.png")} 1600w" sizes="50vw" width="100">
      <picture><source media="(width > 700px)" srcset="${dataUrl("lossy.webp")}"><img src="${dataUrl("plain.bmp")}" width="100"></picture>
      <picture><source type="image/unknown" srcset="${dataUrl("still.gif")}"><source type="image/avif" srcset="${dataUrl("alpha.avif")}"><img width="100"></picture>
      <div style="width: 100px; height: 60px; background: image-set(url(${dataUrl("alpha.png")}) 1x, url(${dataUrl("moving.gif")}) 2x)"></div>`,
    "images in lists, content, borders, masks, cursors, objects, links to icons": `<!doctype html><link rel="icon" href="${dataUrl("icon.ico")}"><style>li { list-style-image: url(${dataUrl("icon.ico")}) } p::before { content: url(${dataUrl("alpha.png")}) } .frame { border: 12px solid; border-image: url(${dataUrl("baseline.jpg")}) 5 round } .mask { mask: url(${dataUrl("alpha.png")}); background: red; width: 100px; height: 60px }</style>
      <ul><li>a<li>b</ul><p>before</p><div class="frame">framed</div><div class="mask"></div><object data="${dataUrl("still.gif")}" width="60" height="40"></object><embed src="${dataUrl("alpha.png")}" width="60" height="40"><input type="image" src="${dataUrl("alpha.webp")}" width="60">
      <svg width="100" height="60"><image href="${dataUrl("baseline.jpg")}" width="100" height="60" opacity=".5"/></svg>`,
    "images that cannot be shown: damaged, empty, of no format, never found": `<!doctype html><img src="data:image/png;base64,iVBORw0KGgo" alt="damaged" width="80" height="40"> <img src="data:," alt="empty"> <img src="data:text/plain,hello" alt="text"> <img alt="no source"> <img src="" alt="empty source" width="50" height="50">
      <img src="https://absent.invalid/a.png" alt="never found" width="120" height="50"> <img src="https://absent.invalid/b.png"> <p style="background: url(https://absent.invalid/c.png) #eee">on</p><object data="https://absent.invalid/d.png">what an object falls back to</object>
      <link rel="stylesheet" href="https://absent.invalid/e.css"><ul style="list-style-image: url(https://absent.invalid/f.png)"><li>item</ul>`,
  }),
];
