/** SVG content with an address. Each is in an `<svg>` of a document of its own. */
export const svgVectors: Record<string, string> = {
  image: `<image href="{http}/" width="9" height="9"/>`,
  use: `<use href="{http}/#a"/>`,
  "use of a data: document": `<use href="data:image/svg+xml,<svg id='a' xmlns='http://www.w3.org/2000/svg'><image href='{http}/'/></svg>#a"/>`,
  feImage: `<filter id="f"><feImage href="{http}/"/></filter><rect width="9" height="9" filter="url(#f)"/>`,
  script: `<script href="{http}/"/>`,
  "img in a foreignObject": `<foreignObject width="9" height="9"><img src="{http}/"></foreignObject>`,
  "iframe in a foreignObject": `<foreignObject width="9" height="9"><iframe src="{http}/"></iframe></foreignObject>`,
  "iframe of its own": `<html:iframe xmlns:html="http://www.w3.org/1999/xhtml" src="{http}/"/>`,
  "animate href": `<image width="9" height="9"><animate attributeName="href" values="{http}/" dur="1s"/></image>`,
  "set href": `<image width="9" height="9"><set attributeName="href" to="{http}/"/></image>`,
  "animate filter": `<rect width="9" height="9"><set attributeName="filter" to="url({http}/#f)"/></rect>`,
  "fill attribute": `<rect width="9" height="9" fill="url({http}/#f)"/>`,
  "filter attribute": `<rect width="9" height="9" filter="url({http}/#f)"/>`,
  "mask attribute": `<rect width="9" height="9" mask="url({http}/#f)"/>`,
  "clip-path attribute": `<rect width="9" height="9" clip-path="url({http}/#f)"/>`,
  "marker attributes": `<path d="M0 0L9 9" stroke="red" marker-start="url({http}/#f)" marker-mid="url({http}/#f)"/>`,
  "linearGradient href": `<linearGradient id="g" href="{http}/#g"/><rect width="9" height="9" fill="url(#g)"/>`,
  "pattern href": `<pattern id="g" href="{http}/#g"/><rect width="9" height="9" fill="url(#g)"/>`,
  textPath: `<text><textPath href="{http}/#p">t</textPath><tref xlink:href="{http}/#t"/></text>`,
  mpath: `<rect width="9" height="9"><animateMotion dur="1s"><mpath href="{http}/#p"/></animateMotion></rect>`,
  "font-face-uri": `<defs><font-face font-family="F"><font-face-src><font-face-uri href="{http}/"/></font-face-src></font-face></defs><text font-family="F">t</text>`,
  style: `<style>@import "{http}/"; rect { fill: url({http}/#x) }</style><rect width="9" height="9"/>`,
  a: `<a href="{http}/" ping="{http}/"><text y="9">t</text></a>`,
  "xml:base": `<g xml:base="{http}/"><image href="x" width="9" height="9"/></g>`,
};

const document = (content: string, prolog = "") =>
  `data:image/svg+xml,${encodeURIComponent(
    `${prolog}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="9" height="9">${content}</svg>`,
    // The placeholders stay readable.
  )
    .replaceAll("%7B", "{")
    .replaceAll("%7D", "}")}`;

const withImage = document(`<image href="{http}/" width="9" height="9"/>`);
const withStyle = document(
  `<style>@import "{http}/"; rect { fill: url({http}/#x) }</style><rect width="9" height="9"/>`,
);

/** SVG documents in every element that can show one. */
export const svgDocumentVectors: Record<string, string> = {
  "svg document in img": `<img src="${withImage}">`,
  "svg document in an object": `<object data="${withImage}"></object>`,
  "svg document in an embed": `<embed src="${withImage}">`,
  "svg document in an iframe": `<iframe src="${withImage}"></iframe>`,
  "svg document in a background": `<p style='background: url("${withImage}")'>p</p>`,
  "svg document in a mask": `<p style='mask: url("${withImage}")'>p</p>`,
  "svg document that has styles": `<img src="${withStyle}"><iframe src="${withStyle}"></iframe>`,
  "svg document that has a style sheet": `<iframe src="${document("", '<?xml-stylesheet href="{http}/"?>')}"></iframe>`,
  "svg document that is transformed": `<iframe src="${document("", '<?xml-stylesheet type="text/xsl" href="{http}/"?>')}"></iframe>`,
  "svg document with a DTD": `<iframe src="${document("", '<!DOCTYPE svg SYSTEM "{http}/">')}"></iframe>`,
  "svg document with an entity": `<iframe src="${document("<text>&e;</text>", '<!DOCTYPE svg [<!ENTITY e SYSTEM "{http}/">]>')}"></iframe>`,
  "svg document with HTML": `<iframe src="${document('<foreignObject width="9" height="9"><img xmlns="http://www.w3.org/1999/xhtml" src="{http}/"/></foreignObject>')}"></iframe>`,
};
