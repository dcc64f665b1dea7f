/** The ways to write markup into a document. */
export const waysIn = ["innerHTML", "write", "adopt"] as const;
export type WayIn = (typeof waysIn)[number];

/** Markup that has an effect in an unprotected frame. `way` is a way that works; `#press` is the element to click. */
export type HostileMarkup = { name: string; markup: string; way: WayIn; isPressed: boolean };

type Row = readonly [name: string, markup: (run: string, hit: string) => string, way?: WayIn];

const picture = "data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=";
const press = 'id="press" style="display:block;width:80px;height:40px;background:#ccc"';

function dataPage(hit: string): string {
  return `data:text/html,<script>new Image().src='${hit}'</script>`;
}

const rows: readonly Row[] = [
  // Scripts.
  ["script", (run) => `<script>${run}</script>`, "write"],
  ["script of another site", (_run, hit) => `<script src="${hit}"></script>`, "write"],
  ["script created by script", (run) => `<script>${run}</script>`, "adopt"],
  ["module", (run) => `<script type="module">${run}</script>`, "write"],
  ["script in an address", (run) => `<script src="data:text/javascript,${encodeURIComponent(run)}"></script>`, "write"],
  ["script of an svg", (run) => `<svg><script>${run}</script></svg>`, "write"],
  ["linked script of an svg", (_run, hit) => `<svg><script href="${hit}"></script></svg>`, "write"],
  // Handlers.
  ["picture that fails", (run) => `<img src="data:," onerror="${run}">`],
  ["picture that loads", (run) => `<img src="${picture}" onload="${run}">`],
  ["svg that loads", (run) => `<svg onload="${run}"></svg>`, "write"],
  ["animation of an svg", (run) => `<svg><rect><animate attributeName="x" dur="1s" onbegin="${run}"/></rect></svg>`],
  ["body that loads", (run) => `<body onload="${run}">`, "write"],
  ["body that is shown", (run) => `<body onpageshow="${run}">`, "write"],
  ["details that open", (run) => `<details open ontoggle="${run}"><summary>a</summary>b</details>`],
  ["sound that fails", (run) => `<audio src="data:," onerror="${run}"></audio>`],
  ["film without source", (run) => `<video><source src="data:," onerror="${run}"></video>`],
  ["focus", (run) => `<input autofocus onfocus="${run}">`],
  [
    "animation that starts",
    (run) => `<style>@keyframes a { to { opacity: 1 } }</style><p style="animation:a 1ms" onanimationstart="${run}">a`,
  ],
  [
    "animation that ends",
    (run) => `<style>@keyframes a { to { opacity: 1 } }</style><p style="animation:a 1ms" onanimationend="${run}">a`,
  ],
  ["visibility", (run) => `<p style="content-visibility:auto" oncontentvisibilityautostatechange="${run}">a</p>`],
  ["style that loads", (run) => `<style onload="${run}">p{}</style>`],
  ["click", (run) => `<div ${press} onclick="${run}"></div>`],
  ["pointer", (run) => `<div ${press} onpointerdown="${run}"></div>`],
  ["popover", (run) => `<button ${press} popovertarget="b">a</button><p popover id="b" onbeforetoggle="${run}">b</p>`],
  // URLs with scripts.
  ["link", (run) => `<a ${press} href="javascript:${run}">a</a>`],
  ["link with a tab in it", (run) => `<a ${press} href="java&#9;script:${run}">a</a>`],
  ["link with a line end in it", (run) => `<a ${press} href="&#1;java&#10;script:${run}">a</a>`],
  [
    "link of an svg",
    (run) => `<svg><a xlink:href="javascript:${run}"><rect id="press" width="80" height="40"/></a></svg>`,
  ],
  [
    "area of a picture",
    (run) =>
      `<map name="m"><area shape="default" href="javascript:${run}"></map><img ${press} usemap="#m" src="${picture}">`,
  ],
  ["form", (run) => `<form action="javascript:${run}"><button ${press}>a</button></form>`],
  ["button of a form", (run) => `<form><button ${press} formaction="javascript:${run}">a</button></form>`],
  ["frame of a script", (run) => `<iframe src="javascript:parent.${run}"></iframe>`],
  // Frames and plug-ins.
  ["frame with content", (run) => `<iframe srcdoc="<script>parent.${run}</script>"></iframe>`],
  ["frame with a page in its address", (_run, hit) => `<iframe src="${dataPage(hit)}"></iframe>`],
  ["frame of another site", (_run, hit) => `<iframe src="${hit}"></iframe>`],
  ["object", (_run, hit) => `<object data="${hit}" type="text/html"></object>`],
  ["object with a page in its address", (_run, hit) => `<object data="${dataPage(hit)}"></object>`],
  ["embedded page", (_run, hit) => `<embed src="${hit}" type="text/html">`],
  // Navigation.
  ["refresh", (_run, hit) => `<meta http-equiv="refresh" content="0;url=${hit}">`],
  ["base", (_run, hit) => `<base href="${hit}/"><img src="picture.png">`],
  ["link to another site", (_run, hit) => `<a ${press} href="${hit}">a</a>`],
  ["link for the whole window", (_run, hit) => `<a ${press} target="_top" href="${hit}">a</a>`],
  ["link for the frame around", (_run, hit) => `<a ${press} target="_parent" href="${hit}">a</a>`],
  ["link for a new window", (_run, hit) => `<a ${press} target="_blank" href="${hit}">a</a>`],
  ["link that reports", (_run, hit) => `<a ${press} href="#a" ping="${hit}">a</a>`],
  ["link to a download", (_run, hit) => `<a ${press} download href="${hit}">a</a>`],
  ["form for another site", (_run, hit) => `<form action="${hit}"><button ${press}>a</button></form>`],
  [
    "posted form",
    (_run, hit) => `<form method="post" target="_top" action="${hit}"><button ${press}>a</button></form>`,
  ],
  // Loading.
  ["picture", (_run, hit) => `<img src="${hit}">`],
  ["set of pictures", (_run, hit) => `<img srcset="${hit} 1x">`],
  ["source of a picture", (_run, hit) => `<picture><source srcset="${hit}"><img></picture>`],
  ["picture of an input", (_run, hit) => `<input type="image" src="${hit}">`],
  ["picture of a table", (_run, hit) => `<table background="${hit}"><tr><td>a</table>`],
  ["picture of an svg", (_run, hit) => `<svg><image href="${hit}" width="9" height="9"/></svg>`],
  [
    "filter of an svg",
    (_run, hit) =>
      `<svg><filter id="f"><feImage href="${hit}"/></filter><rect filter="url(#f)" width="9" height="9"/></svg>`,
  ],
  ["part of another svg", (_run, hit) => `<svg><use href="${hit}#a"/></svg>`],
  ["sound", (_run, hit) => `<audio src="${hit}" preload="auto"></audio>`],
  ["film", (_run, hit) => `<video src="${hit}" preload="auto"></video>`],
  ["poster", (_run, hit) => `<video poster="${hit}"></video>`],
  ["style sheet", (_run, hit) => `<link rel="stylesheet" href="${hit}">`],
  ["style import", (_run, hit) => `<style>@import url("${hit}");</style>`],
  ["background", (_run, hit) => `<style>p { background: url("${hit}") }</style><p>a</p>`],
  ["background of an element", (_run, hit) => `<p style="background:url('${hit}')">a</p>`],
  ["set of backgrounds", (_run, hit) => `<p style="background:image-set('${hit}' 1x)">a</p>`],
  ["content of a style", (_run, hit) => `<style>p::before { content: url("${hit}") }</style><p>a</p>`],
  ["marker of a list", (_run, hit) => `<ul style="list-style-image:url('${hit}')"><li>a</li></ul>`],
  ["mask", (_run, hit) => `<p style="mask-image:url('${hit}')">a</p>`],
  [
    "font",
    (_run, hit) => `<style>@font-face { font-family: f; src: url("${hit}") } p { font-family: f }</style><p>a</p>`,
  ],
  [
    "spying style",
    (_run, hit) => `<style>input[value^="s"] { background: url("${hit}") }</style><input value="secret">`,
  ],
  ["preload", (_run, hit) => `<link rel="preload" as="image" href="${hit}">`],
  ["preload of a module", (_run, hit) => `<link rel="modulepreload" href="${hit}">`],
  ["prefetch", (_run, hit) => `<link rel="prefetch" href="${hit}">`],
  ["shadow", (_run, hit) => `<div><template shadowrootmode="open"><img src="${hit}"></template></div>`, "write"],
];

/**
 * All known kinds of hostile markup. A script that runs adds its name to `ran` of the top window; a request goes to
 * `/hit/` with its name at `site`.
 */
export function hostileMarkup(site: string): HostileMarkup[] {
  return rows.map(([name, markup, way = "innerHTML"]) => {
    const slug = name.replaceAll(" ", "-");
    const text = markup(`top.ran.push('${slug}')`, `${site}/hit/${slug}`);
    return { name: slug, markup: text, way, isPressed: text.includes('id="press"') };
  });
}
