import { documents } from "../documents.ts";
import type { FidelityDocument } from "../../fidelity-document.ts";
import { dataUrl } from "../../fixtures.ts";
import { prose, repeat } from "../prose.ts";
import { requesting, requestingFirst, refused } from "./requesting.ts";

const picture = refused("picture.png");
const alt = 'alt="instead of a picture"';

/** A picture with and without a size, between texts that show how much room it takes. */
const pictures = (attributes: string) =>
  `<p>one <img ${attributes}> two <img ${attributes} width="120" height="40"> three</p>`;

export const pictureAddresses: readonly FidelityDocument[] = [
  ...requesting({
    "pictures have a text instead": pictures(`src="${picture}" ${alt}`),
    "pictures have no text instead": pictures(`src="${picture}"`),
    "pictures have an empty text instead": pictures(`src="${picture}" alt=""`),
    "pictures have a long text instead": pictures(`src="${picture}" alt="${prose(40)}"`),
    "pictures have several sources": pictures(
      `src="${picture}" srcset="${refused("1.png")} 1x, ${refused("2.png")} 2x" ${alt}`,
    ),
    "pictures have sources by width": pictures(
      `srcset="${refused("1.png")} 300w, ${refused("2.png")} 900w" sizes="(max-width: 120mm) 50vw, 100vw" ${alt}`,
    ),
    "picture elements have sources by media and type": `<p>one <picture><source media="print" srcset="${refused("print.png")}"><source media="screen" srcset="${refused("screen.png")}"><img src="${picture}" ${alt}></picture> two
    <picture><source type="image/avif" srcset="${refused("a.avif")}"><source type="image/unknown" srcset="${refused("b")}"><img ${alt}></picture> three <picture><source srcset="${refused("c.png")}" width="90" height="30"><img src="${dataUrl("alpha.png")}" ${alt}></picture></p>`,
    "pictures are loaded lazily": pictures(`loading="lazy" src="${picture}" ${alt}`),
    "pictures are loaded eagerly": pictures(
      `loading="eager" decoding="sync" fetchpriority="high" src="${picture}" ${alt}`,
    ),
    "pictures are decoded later": pictures(`decoding="async" fetchpriority="low" src="${picture}" ${alt}`),
    "pictures are cross-origin requests": pictures(
      `crossorigin="anonymous" referrerpolicy="no-referrer" src="${picture}" ${alt}`,
    ),
    "lazy pictures stand pages further down": repeat(
      6,
      (index) => `<p style="height: 90mm">${index} <img loading="lazy" src="${refused(`${index}.png`)}" ${alt}></p>`,
    ),
    "sections that are laid out when seen have pictures": `<style>section { content-visibility: auto; contain-intrinsic-size: auto 300px }</style><body>${repeat(6, (index) => `<section><h3>${index}</h3><img src="${refused(`${index}.png`)}" ${alt}><p>${prose(60)}</p></section>`)}`,
    "pictures are fitted into boxes": ["fill", "contain", "cover", "none"]
      .map(
        (fit) =>
          `<img src="${picture}" ${alt} style="object-fit: ${fit}; width: 80px; height: 60px; border: 1px solid">`,
      )
      .join(" "),
    "pictures are blocks with a shape and a background": [
      "display: block",
      "float: left; margin: 4px",
      "aspect-ratio: 2; width: 50%; background: #def",
      "display: block; max-width: 40%; border: 3px dotted; padding: 6px",
    ]
      .map((style) => `<img src="${picture}" ${alt} style="${style}"> ${prose(9)} `)
      .join(""),
    "a picture is in a figure": `<style>figure { border: 1px solid; break-inside: avoid }</style><body><figure><img src="${picture}" ${alt}><figcaption>Caption</figcaption></figure>`,
    "pictures are in a table": `<style>td { border: 1px solid }</style><body><table>${repeat(12, (row) => `<tr><td><img src="${refused(`${row}.png`)}" alt="row ${row}"><td><img src="${refused(`${row}-b.png`)}" width="40" height="20"><td>${prose(row)}`)}</table>`,
    "pictures are in columns": `<div style="columns: 2">${repeat(6, (index) => `<p>${prose(12)} <img src="${refused(`${index}.png`)}" alt="picture ${index}"></p>`)}</div>`,
    "pictures are in a grid and a flex box": `<div style="display: grid; grid-template-columns: auto 1fr"><img src="${picture}" ${alt}><p>${prose(20)}</p></div><div style="display: flex"><img src="${picture}" ${alt}><p>${prose(20)}</p></div>`,
    "three hundred pictures": repeat(300, (index) => `<img src="${refused(`${index}.png`)}" alt="${index}"> `),
    "three hundred pictures of one address": repeat(300, (index) => `<img src="${picture}" alt="${index}"> `),
    "pictures are hidden": `<div style="display: none">${pictures(`src="${picture}" ${alt}`)}</div><div hidden><img src="${picture}" ${alt}></div><p style="visibility: hidden"><img src="${picture}" ${alt}></p><details><summary>Summary</summary><img src="${picture}" ${alt}></details><div style="content-visibility: hidden"><img src="${picture}" ${alt}></div>`,
    "a picture changes the document's links and map": `<a href="https://example.com/"><img src="${picture}" ${alt}></a><img src="${picture}" usemap="#map" ${alt}><map name="map"><area href="https://example.com/area" shape="rect" coords="0,0,40,10" alt="area"></map>`,
    "an input is a picture": `<form><input type="image" src="${picture}" alt="Send"> <input type="image" src="${picture}"> <input type="image" src="${picture}" alt="Send" width="90" height="30"> text</form>`,
    "old attributes name pictures": `<table background="${picture}" bgcolor="#ffeecc"><tr><td background="${refused("cell.png")}">cell</table><image src="${picture}" alt="image element"><img dynsrc="${picture}" lowsrc="${picture}" longdesc="${picture}" alt="old"><q cite="${picture}">quoted</q>`,
    "a video has a poster, sources and tracks": `<style>video::-webkit-media-controls { display: none !important } video { background: #dde; border: 1px solid }</style><body><p>one <video poster="${picture}" width="120" height="60"></video> two <video width="120" height="60" src="${refused("a.mp4")}"></video> three <video width="120" height="60"><source src="${refused("b.webm")}" type="video/webm"><source src="${refused("c.mp4")}"><track default kind="captions" src="${refused("d.vtt")}">no video</video> four</p>`,
    "audio has a source": `<p>one <audio src="${refused("a.mp3")}"></audio> two <audio preload="auto"><source src="${refused("b.ogg")}">no audio</audio> three</p>`,
  }),
  ...requestingFirst({ "a picture stands at the start": `<img src="${picture}" ${alt}>` }),
  ...documents({
    "addresses: the body has a background by an old attribute": `<html><body background="${picture}" bgcolor="#ffeecc" text="navy"><p>Before the address.<p>After the address.`,
  }),
];
