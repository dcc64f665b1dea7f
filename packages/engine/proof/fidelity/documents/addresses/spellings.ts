import type { FidelityDocument } from "../../fidelity-document.ts";
import { repeat } from "../prose.ts";
import { requesting, requestingFirst, paper, refused } from "./requesting.ts";

const alt = 'alt="instead"';
const picture = refused("a.png");

const schemes = [
  "file:///etc/hostname",
  "ftp://refused.example/a.png",
  "blob:https://refused.example/0b0e1f52-0000-4000-8000-000000000000",
  "about:blank",
  "about:srcdoc",
  "chrome://version/",
  "devtools://devtools/a.png",
  "ws://refused.example/",
  "filesystem:https://refused.example/temporary/a.png",
  "javascript:void(0)",
  "unknown:a.png",
  "mailto:a@example.com",
  "view-source:https://refused.example/",
  "http://refused.example/a.png",
];

const relative = ["a.png", "/a.png", "//refused.example/a.png", "?x", "#x", "", " ", ".", "../../a.png", "a b.png"];

const spelled = {
  "by character references": `<img src=&#104;ttps://refused.example/a.png ${alt}> <img src="&#x68;&#116;tps&colon;&sol;&sol;refused.example/b.png" ${alt}>`,
  "in capital letters": `<IMG SRC=HTTPS://REFUSED.EXAMPLE/A.PNG ${alt}> <LINK REL=STYLESHEET HREF=HTTPS://REFUSED.EXAMPLE/A.CSS> <p STYLE="BACKGROUND: URL(${picture}) GOLD">styled`,
  "with white space in them": `<img src="  https://refused.example/a.png  " ${alt}> <img src="ht\ntps://refu\tsed.example/a.png" ${alt}> <img src="\nhttps://refused.example/\r\nb.png" ${alt}>`,
  "with back slashes": `<img src="https:\\\\refused.example\\a.png" ${alt}> <img src="https:/refused.example/a.png" ${alt}> <img src="https:refused.example/a.png" ${alt}>`,
  "without quotes or with the other ones": `<img src=${picture} ${alt}><img/src='${picture}'/${alt}><img ${alt} src = "${picture}" src="twice.png">`,
  "with users, ports and fragments": `<img src="https://user:password@refused.example:8443/a.png?q=1&amp;r=2#f" ${alt}> <img src="https://refused.example:1/a.png" ${alt}>`,
  "of this machine and its neighbours": `<img src="http://localhost/a.png" ${alt}> <img src="http://127.0.0.1:9/a.png" ${alt}> <img src="http://[::1]/a.png" ${alt}> <img src="http://169.254.169.254/latest" ${alt}> <img src="http://0/a.png" ${alt}>`,
  "that cannot be parsed": `<img src="https://" ${alt}> <img src="https://[" ${alt}> <img src="http://a b/" ${alt}> <img src="//" ${alt}> <img src="https://%zz/" ${alt}> <img src="https://refused.example:99999/" ${alt}>`,
  "of other scripts": `<img src="https://bücher.example/ä.png" ${alt}> <img src="https://例え.テスト/画像.png" ${alt}> <img src="https://refused.example/%E4%BD%A0?ü" ${alt}>`,
  "of great length": `<img src="${picture}?${"x".repeat(6_000)}" ${alt}> <p style="background: url(${picture}?${"y".repeat(6_000)}) gold">styled</p>`,
};

const escaped = {
  "escapes in functions": `.asked { background: u\\72l(${picture}) gold } .more { background: \\55 RL("${picture}") pink }`,
  "escapes in rules": `@\\69mport "${refused("a.css")}"; .asked { color: green }`,
  "escapes in addresses": `.asked { background: url("\\68ttps://refused.example/a.png") gold } .more { background: url(https\\:\\/\\/refused\\.example\\/b.png) pink }`,
  "capital letters": `@IMPORT URL(${refused("a.css")}); .asked { BACKGROUND: URL(${picture}) GOLD } @FONT-FACE { FONT-FAMILY: x; SRC: URL(${refused("a.woff")}) } .more { FONT-FAMILY: x, serif }`,
  "comments between": `/**/@import/**/"${refused("a.css")}"/**/;/**/.asked/**/{/**/background/**/:/**/url(${picture})/**/gold/**/}`,
  "lines and quotes within": `.asked { background: url(\n  '${picture}'\n) gold } .more { background: url("https://refused.example/\\\nb.png") pink }`,
  "an address without an end": `.asked { background: gold } .more { background: url(${picture}`,
};

export const spellingAddresses: readonly FidelityDocument[] = [
  ...requesting({
    "other schemes of pictures": schemes.map((address) => `<p><img src="${address}" alt="${address}"></p>`).join(""),
    "other schemes in CSS": schemes
      .map((address) => `<p style="background: url('${address}') gold; margin: 2px">styled</p>`)
      .join(""),
    "other schemes of sheets": `${schemes.map((address) => `<link rel="stylesheet" href="${address}"><style>@import "${address}";</style>`).join("")}<p style="color: green">styled</p>`,
    "other schemes of objects": ["ftp://refused.example/a.png", "unknown:a", "ws://refused.example/", "blob:null/1"]
      .map(
        (address) =>
          `<object data="${address}" type="image/png" width="90" height="20">instead of ${address}</object> `,
      )
      .join(""),
    "relative, without a base": relative
      .map(
        (address) =>
          `<p style="margin: 2px"><img src="${address}" alt="picture ${address}"> <span style="background: url('${address}') gold">styled</span></p>`,
      )
      .join(""),
    "in a style attribute by character references": `<p style="background: &#117;rl(${picture}) gold">one</p><p style="background: url&lpar;'${picture}'&rpar; pink">two</p><p style="background: u\\72l(${picture}) #cfc">three`,
    "after many comments": `${"<!-- https://refused.example/ -->".repeat(20)}<img src="${picture}" ${alt}>${"<!-- -->".repeat(20)}<style>/* */ p { color: green } /* url(${picture}) */</style>`,
    "in places that request nothing": `<p title="${picture}" data-src="${picture}">${picture}</p><textarea cols="30">&lt;img src="${picture}"></textarea><p><input value="url(${picture})"></p><pre>@import "${picture}"; &lt;link href="${picture}"></pre><a href="${picture}">link</a>`,
    "everything at once": `<link rel="stylesheet" href="${refused("a.css")}"><style>@import "${refused("b.css")}"; @font-face { font-family: Asked; src: url(${refused("c.woff2")}) } .asked { font: 14px Asked, serif; background: url(${refused("d.png")}) gold }</style>${repeat(20, (index) => `<p class="asked">${index} <img src="${refused(`${index}.png`)}" ${alt}></p>`)}<svg width="60" height="20"><use href="${refused("e.svg")}#x"/><text y="14">SVG</text></svg><iframe srcdoc="<img src='${refused("f.png")}' alt='in a frame'>" width="120" height="40"></iframe><object data="${refused("g.svg")}">an object</object>`,
  }),
  ...requestingFirst({ "relative, at the start": `<link rel="stylesheet" href="style.css"><img src="a.png" ${alt}>` }),
  ...["https://refused.example/folder/", "file:///srv/", "about:blank", "data:text/html,x"].map(
    (base): FidelityDocument => ({
      name: `addresses: relative, to the base ${base}`,
      html: `<!doctype html><head><base href="${base}"><link rel="stylesheet" href="style.css"><style>@import "more.css"; @font-face { font-family: Asked; src: url(font.woff) } ${paper} .asked { font-family: Asked, serif }</style></head><p class="asked">Before the addresses.</p>${relative.map((address) => `<p style="margin: 2px"><img src="${address}" alt="picture ${address}"> <span style="background: url('${address}') gold">styled</span></p>`).join("")}<p class="asked">After the addresses.`,
    }),
  ),
  ...Object.entries(spelled).flatMap(([what, place]) => requesting({ [`spelled ${what}`]: place })),
  ...Object.entries(escaped).map(([what, css]): FidelityDocument => ({
    name: `addresses: CSS with ${what}`,
    html: `<!doctype html><style>${paper}</style><p>Before the address.</p><p class="asked">asked</p><p class="more">more</p><p>After the address.</p><style>${css}</style>`,
  })),
];
