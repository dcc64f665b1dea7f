import { documents } from "../documents.ts";
import type { FidelityDocument } from "../../fidelity-document.ts";
import { repeat } from "../prose.ts";
import { requesting, dataOf, paper, refused } from "./requesting.ts";

const page = refused("page.html");
const inner = `<link rel="stylesheet" href="${refused("inner.css")}"><style>@import "${refused("inner.css")}"; b { color: green }</style><b>inside <img src="${refused("a.png")}" alt="a picture"></b>`;
const srcdoc = inner.replaceAll('"', "&quot;");

export const frameAddresses: readonly FidelityDocument[] = [
  ...requesting({
    "an object has other things to show": `<object data="${refused("a.svg")}" type="image/svg+xml"><b>instead of the object</b></object>`,
    "objects are nested": `<object data="${refused("a.pdf")}" type="application/pdf"><object data="${refused("b.png")}"><img src="${refused("c.png")}" alt="the last way out"></object></object>`,
    "objects are of several types": ["image/png", "text/html", "text/plain", "application/x-unknown", "video/mp4"]
      .map(
        (type) =>
          `<p><object data="${refused("a")}" type="${type}" width="80" height="20">instead of ${type}</object></p>`,
      )
      .join(""),
    "things are embedded": `<p>one <embed src="${refused("a.svg")}" type="image/svg+xml" width="80" height="30"> two <embed src="${refused("a.png")}" width="80" height="30"> three</p>`,
    "a frame has addresses in it": `<iframe srcdoc="${srcdoc}" width="200" height="60"></iframe>`,
    "a frame of a data: address has addresses in it": `<iframe src="${dataOf("text/html", inner)}" width="200" height="60"></iframe><object data="${dataOf("text/html", inner)}" width="200" height="60"></object>`,
    "a frame in a frame has addresses in it": `<iframe width="220" height="90" srcdoc="<p>around<iframe width=180 height=50 srcdoc='${srcdoc.replaceAll("&quot;", "&amp;quot;")}'></iframe>"></iframe>`,
    "frames are lazy, with addresses in them": repeat(
      3,
      (index) =>
        `<iframe loading="lazy" srcdoc="${srcdoc}" width="200" height="60"></iframe><p style="height: 80mm">${index}</p>`,
    ),
    "a frame has a document as well as an address": `<iframe src="${page}" srcdoc="<p>the document" width="200" height="60"></iframe>`,
    "a frame is refused": `<iframe src="${page}" width="240" height="120" title="frame">instead of the frame</iframe>`,
    "a frame loaded lazily is refused": `<iframe loading="lazy" src="${page}" width="240" height="120"></iframe>`,
    "a frame is sandboxed and refused": `<iframe sandbox src="${page}" width="240" height="120" style="border: 0; background: #eef"></iframe>`,
    "frames are hidden and refused": `<div style="display: none"><iframe src="${page}"></iframe><object data="${page}"></object></div><iframe hidden src="${page}"></iframe>`,
    "other elements name documents": `<p><applet code="${page}">applet</applet> <portal src="${page}">portal</portal> <fencedframe src="${page}">fenced</fencedframe> <bgsound src="${page}"> <blockquote cite="${page}">quoted</blockquote> <ins cite="${page}">inserted</ins></p>`,
    "scripts have addresses": `<script src="${refused("a.js")}"></script><p>one<script src="${refused("b.js")}" async></script><p>two<script src="${refused("c.js")}" defer></script><p>three<script type="module" src="${refused("d.mjs")}"></script><script type="module">import "${refused("e.mjs")}";</script><script type="importmap">{ "imports": { "f": "${refused("f.mjs")}" } }</script>`,
    "a noscript has addresses": `<noscript><link rel="stylesheet" href="${refused("a.css")}"><p>Without scripts: <img src="${refused("a.png")}" alt="a picture"></p><iframe srcdoc="<p>a frame" width="90" height="40"></iframe></noscript>`,
    "a template has addresses": `<template><img src="${refused("a.png")}"><style>@import "${refused("a.css")}";</style></template><div><template shadowrootmode="open"><img src="${refused("b.png")}" alt="in the shadow"><slot></slot></template><img src="${refused("c.png")}" alt="in the light"></div>`,
    "conditional comments have addresses": `<!--[if IE]><link rel="stylesheet" href="${refused("ie.css")}"><![endif]--><!--[if !IE]><!--><img src="${refused("a.png")}" alt="not in the comment"><!--<![endif]--><![if true]><b>revealed</b><![endif]>`,
    "MathML has addresses": `<math href="${page}"><mi mathbackground="red" href="${page}">x</mi><mo>=</mo><mglyph src="${refused("a.png")}" alt="glyph"/><semantics><mn>2</mn><annotation-xml encoding="text/html"><img src="${refused("b.png")}" alt="annotation"></annotation-xml></semantics><mtext><img src="${refused("c.png")}" alt="in math"></mtext></math>`,
    "forms have addresses": `<form action="${page}" method="get"><button formaction="${page}">Button <img src="${refused("a.png")}" alt="with a picture"></button><input value="${page}"><select><option data-src="${refused("b.png")}">option</select></form>`,
  }),
  ...documents({
    "addresses: a set of frames is refused": `<!doctype html><frameset cols="50%,50%"><frame src="${page}"><frame src="${dataOf("text/html", "<p>the second frame")}"></frameset>`,
    "addresses: a noscript in the head links a sheet": `<!doctype html><html><head><noscript><link rel="stylesheet" href="${refused("a.css")}"><style>p { color: green }</style></noscript><style>${paper}</style></head><body><p>Text.`,
  }),
];
