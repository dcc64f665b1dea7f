import type { PageSettings } from "@platen/contracts";

/** A document that tries to leave a trace for the next document. */
export type LeavingDocument = { name: string; html: string; settings: PageSettings };

const letters =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='9' height='9'%3E%3Crect width='9' height='9'/%3E%3C/svg%3E";

/** Documents without scripts. Each trace is named "left", or is something that the witnesses check. */
const markup: Record<string, string> = {
  "a title": `<title>left</title><p>a`,
  "a title and its language": `<html lang="he" dir="rtl"><title>left</title><p>a`,
  "a style": `<style>* { color: red !important; display: inline !important } .n::before { content: "left" }</style><p>a`,
  "a policy against styles": `<meta http-equiv="Content-Security-Policy" content="style-src 'none'"><p>a`,
  "a policy against pictures": `<meta http-equiv="Content-Security-Policy" content="img-src 'none'"><p>a`,
  "a policy against everything": `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; base-uri 'none'; form-action 'none'"><p>a`,
  "a policy that sandboxes": `<meta http-equiv="Content-Security-Policy" content="sandbox; upgrade-insecure-requests; require-trusted-types-for 'script'"><p>a`,
  "a policy, spelt oddly": `<meta content="style-src 'none'" http-equiv=" CONTENT&#45;security-policy">
    <META HTTP-EQUIV=content-security-policy CONTENT="style-src 'none'"><p>a`,
  "a permissions policy": `<meta http-equiv="Permissions-Policy" content="sync-xhr=(), fullscreen=()"><p>a`,
  "a referrer policy": `<meta name="referrer" content="no-referrer"><p>a`,
  "a viewport": `<meta name="viewport" content="width=300, initial-scale=3, user-scalable=no"><p>a`,
  "a colour scheme": `<meta name="color-scheme" content="dark"><p>a`,
  "a content language": `<meta http-equiv="Content-Language" content="fr"><p>a`,
  "a content type": `<meta http-equiv="Content-Type" content="text/html; charset=windows-1251"><meta charset="shift_jis"><p>a`,
  "a default style": `<meta http-equiv="default-style" content="second"><style title="first">p { color: red }</style><style title="second">p { color: blue }</style><p>a`,
  "look-ups turned off": `<meta http-equiv="x-dns-prefetch-control" content="off"><meta http-equiv="pragma" content="no-cache"><meta http-equiv="imagetoolbar" content="no"><p>a`,
  "a base": `<base href="https://left.test/folder/" target="left"><p>a`,
  "a refresh": `<meta http-equiv="refresh" content="1;url=data:text/html,left"><p>a`,
  "a refresh in a frame": `<iframe srcdoc="<meta http-equiv=refresh content='1;url=data:text/html,left'>"></iframe>`,
  quirks: `<p>a<table><tr><td>a</table>`,
  "a font face": `<style>@font-face { font-family: Left; src: local("Tinos"), local("Tinos Regular"); size-adjust: 300% } p { font-family: Left }</style><p>a`,
  "a font face of a known name": `<style>@font-face { font-family: Arimo; src: local("Tinos"), local("Tinos Regular"); size-adjust: 300% } p { font-family: Arimo }</style><p>a`,
  "a registered property": `<style>@property --left { syntax: "<length>"; inherits: false; initial-value: 99px }</style><p>a`,
  "an order of layers": `<style>@layer one, two; @layer two { p { color: red } }</style><p>a`,
  counters: `<style>html { counter-reset: c 500 page 700 } p { counter-increment: c 3 } @page { counter-increment: page 7 }</style><p>a<p>a`,
  "a named page": `<style>@page left { size: 100mm 100mm } @page { size: A6 landscape; margin: 3mm } @page :first { margin: 30mm }</style><p style="page: left">a`,
  "key frames": `<style>@keyframes left { from, to { font-size: 60px } } p { animation: left 99s infinite }</style><p>a`,
  "an id and a map": `<p id="here" style="color: red">a<map name="left"><area href="#here"></map>`,
  "focus and scrolling": `<input autofocus value="left"><div style="height: 9000px"></div><p id="end" autofocus tabindex="0">a`,
  "form values": `<form><input name="t" value="left"><input type="checkbox" name="k" checked><textarea name="a">left</textarea><select name="s"><option>1<option selected>2</select></form>`,
  frames: `<iframe name="left" srcdoc="left"></iframe><iframe srcdoc="<title>left</title>"></iframe>`,
  "a frameset": `<frameset><frame name="left" src="data:text/html,left"></frameset>`,
  "an unclosed document": `<div><table><tr><td><template><select><svg><style>p { color: red }`,
  "an unclosed comment": `<p>a<!-- left`,
  "an unclosed script": `<p>a<script>left`,
  "a shadow tree": `<div id="host"><template shadowrootmode="open"><style>:host { color: red }</style>left</template></div>`,
};

/** By the way it is printed. */
const settings: Record<string, PageSettings> = {
  "landscape, scaled": { orientation: "landscape", scale: 1.7 },
  "a small page": { width: "50mm", height: "50mm", margin: { top: "9mm", left: "9mm" } },
  "tagged, with an outline": { tagged: true, outline: true },
  "without backgrounds": { printBackground: false, preferCssPageSize: false },
  "a header and a footer": {
    margin: { top: "30mm", bottom: "30mm" },
    header: `<title>left</title><style>* { color: red; font-size: 30px }</style>left`,
    footer: `<b style="font-size: 30px">left</b>`,
  },
  "page ranges": { pageRanges: "1" },
  "the screen's styles": { media: "screen" },
};

/** With JavaScript: the bodies of async functions. */
const scripts: Record<string, string> = {
  "a global": `window.left = 1; var leftToo = 2; globalThis[Symbol.for("left")] = 3`,
  "a patched prototype": `Object.prototype.left = 1; Array.prototype.map = () => ["left"]; String.prototype.trim = () => "left"`,
  "patched built-ins": `JSON.stringify = () => "left"; Math.max = () => 7; window.getComputedStyle = () => ({}); Object.defineProperty(document, "title", { value: "left" })`,
  "a patched element": `HTMLElement.prototype.append = function () { this.innerHTML = "left" }; Document.prototype.write = () => {}`,
  "a frozen prototype": `Object.freeze(Object.prototype); Object.preventExtensions(window.document)`,
  "an interval that writes": `setInterval(() => document.body && (document.body.innerHTML = "<h1>left</h1>"), 5)`,
  "a timer that writes": `for (let ms = 0; ms < 3000; ms += 20) setTimeout(() => document.body?.prepend("left"), ms)`,
  "frames that write": `const draw = () => { document.body?.prepend("left"); requestAnimationFrame(draw) }; draw()`,
  "an observer that writes": `new MutationObserver(() => { if (!document.body?.innerText.includes("left")) document.body?.prepend("left") }).observe(document, { childList: true, subtree: true })`,
  listeners: `for (const type of ["load", "DOMContentLoaded", "readystatechange", "beforeprint", "click", "left"]) for (const target of [window, document]) target.addEventListener(type, () => document.body?.prepend("left"), true)`,
  "handlers of the window": `window.onload = window.onbeforeprint = () => document.body.prepend("left"); onerror = () => true`,
  "a promise that goes on": `(async () => { for (;;) { await new Promise((done) => setTimeout(done, 5)); document.body?.prepend("left") } })()`,
  "a ready promise": `window.platenReady = { then(done) { document.body?.prepend("left"); done() } }`,
  "a worker that goes on": `const w = new Worker(URL.createObjectURL(new Blob(["setInterval(() => postMessage(1), 5)"]))); w.onmessage = () => document.body?.prepend("left")`,
  "a shared worker": `new SharedWorker("data:text/javascript,onconnect=(e)=>e.ports[0].postMessage('left')", "left")`,
  "a service worker": `await navigator.serviceWorker.register("data:text/javascript,0")`,
  "a broadcast": `const c = new BroadcastChannel("left"); setInterval(() => c.postMessage("left"), 5)`,
  "a lock": `navigator.locks.request("left", () => new Promise(() => {}))`,
  "local storage": `localStorage.setItem("left", "1")`,
  "session storage": `sessionStorage.setItem("left", "1")`,
  "a database": `await new Promise((done, fail) => { const r = indexedDB.open("left"); r.onsuccess = done; r.onerror = fail; r.onblocked = fail })`,
  "a cache": `await (await caches.open("left")).put("https://left.test/", new Response("left"))`,
  "a file": `const d = await navigator.storage.getDirectory(); await d.getFileHandle("left", { create: true })`,
  "a font": `const f = new FontFace("Left", "local(Tinos)", { sizeAdjust: "300%" }); document.fonts.add(f); await f.load()`,
  "a font of a known name": `const f = new FontFace("Arimo", "local(Tinos)", { sizeAdjust: "300%" }); document.fonts.add(f); await f.load()`,
  "an adopted style sheet": `const s = new CSSStyleSheet(); s.replaceSync("* { color: red; font-size: 40px }"); document.adoptedStyleSheets = [s]`,
  "a registered property": `CSS.registerProperty({ name: "--left", syntax: "<length>", inherits: false, initialValue: "99px" })`,
  "a highlight": `const r = new Range(); r.selectNodeContents(document.body); CSS.highlights.set("left", new Highlight(r))`,
  "a custom element": `customElements.define("x-left", class extends HTMLElement { connectedCallback() { this.textContent = "left" } })`,
  "a customised element": `customElements.define("p-left", class extends HTMLParagraphElement { constructor() { super(); this.title = "left" } }, { extends: "p" })`,
  "a selection": `getSelection().selectAllChildren(document.body)`,
  "a title": `document.title = "left"`,
  "a name of the window": `window.name = "left"`,
  history: `history.pushState({ left: 1 }, "", "#left"); history.replaceState({ left: 2 }, ""); history.scrollRestoration = "manual"`,
  "a fragment": `location.hash = "here"`,
  "a scroll position": `document.body.style.height = "9999px"; scrollTo(0, 500)`,
  "a zoom": `document.documentElement.style.zoom = "2"; document.body.style.transform = "scale(2)"`,
  "a policy": `const m = document.createElement("meta"); m.httpEquiv = "Content-Security-Policy"; m.content = "default-src 'none'; style-src 'none'; script-src 'none'"; document.head.append(m)`,
  "a policy of trusted types": `trustedTypes.createPolicy("default", { createHTML: () => "left", createScript: () => "left" })`,
  "a referrer policy": `const m = document.createElement("meta"); m.name = "referrer"; m.content = "unsafe-url"; document.head.append(m)`,
  "an import map": `const s = document.createElement("script"); s.type = "importmap"; s.text = '{"imports":{"left":"data:text/javascript,export default 1"}}'; document.head.append(s); await import("left")`,
  "a module": `await import("data:text/javascript,globalThis.leftByModule = 1")`,
  "a popup": `const w = open("about:blank", "left"); w.document.write("left"); setInterval(() => w.opener.document.body?.prepend("left"), 5)`,
  "a dialog": `setTimeout(() => alert("left"), 30); confirm("left"); prompt("left")`,
  "a dialog at leaving": `onbeforeunload = (event) => { event.preventDefault(); return "left" }`,
  "full screen": `document.documentElement.requestFullscreen().catch(() => {}); document.designMode = "on"`,
  "a modal dialog": `const d = document.createElement("dialog"); d.textContent = "left"; document.body.append(d); d.showModal()`,
  permissions: `await Promise.race([Notification.requestPermission(), navigator.permissions.request?.({ name: "geolocation" })])`,
  "a colour scheme": `document.documentElement.style.colorScheme = "dark"; navigator.preferences?.colorScheme?.requestOverride("dark")`,
  "a wake lock and an orientation": `await screen.orientation.lock("landscape").catch(() => {}); await navigator.wakeLock?.request()`,
  "an audio context": `new AudioContext(); navigator.mediaSession.metadata = new MediaMetadata({ title: "left" })`,
  "a measured time": `performance.mark("left"); performance.setResourceTimingBufferSize(1); performance.measure("left")`,
  "an unending loop of tasks": `const c = new MessageChannel(); c.port1.onmessage = () => c.port2.postMessage(0); c.port2.postMessage(0)`,
  "much memory": `window.left = []; for (let i = 0; i < 50; i++) left.push(new ArrayBuffer(1e6))`,
  "a replaced document": `document.open(); document.write("<title>left</title><p>left"); document.close()`,
  "a document that never ends": `document.open(); document.write("<p>left")`,
  "a removed root": `document.documentElement.remove()`,
  "a patched observer of its own end": `addEventListener("pagehide", () => { localStorage.left = 1 }); addEventListener("visibilitychange", () => document.body.prepend("left"))`,
  "a shared array and an agent": `window.left = new SharedArrayBuffer(8); Atomics.waitAsync?.(new Int32Array(left), 0, 0)`,
};

export const leftByMarkup: readonly LeavingDocument[] = [
  ...Object.entries(markup).map(([name, html]) => ({ name, html, settings: {} })),
  ...Object.entries(settings).map(([name, own]) => ({
    name,
    html: "<title>left</title><h1>a</h1><p>a",
    settings: own,
  })),
];

export const leftByScripts: readonly LeavingDocument[] = Object.entries(scripts).map(([name, script]) => ({
  name: `${name}, by script`,
  html: `<!doctype html><html><head></head><body><p>a</p><script>(async () => { ${script} })().catch(() => {})</script>`,
  settings: {},
}));

/** A document that would show the traces of earlier ones. It has no title, language or base of its own. */
export const witness = `<!doctype html>
<style>
  p { margin: 2px 0 } body { font: 14px Arimo }
  .n { counter-increment: c } .n::before { content: counter(c) ". " }
  .length { width: var(--left, 20px); height: 4px; background: teal }
  .font { font-family: Left, monospace } .page { page: left; break-before: page }
  @layer two { .layer { color: green } } @layer one { .layer { color: teal } }
  .frames { animation: left 99s } .list { list-style: left }
  .view { width: 50vw; height: 1vh; background: olive } .system { color: CanvasText; background: Canvas }
  .scheme { color-scheme: light dark; background: light-dark(aqua, black); color: light-dark(black, white) }
  :target { outline: 2px solid red } :focus { outline: 2px solid blue } :defined > b { color: navy }
  x-left:not(:defined) { border: 1px solid } a:visited { color: red } a { color: blue }
  .filter { filter: url(#left) } .fill { fill: url(#left-fill) gray } .clip { clip-path: url(#left-clip) }
  .french:lang(fr), .hebrew:lang(he) { color: red } ::highlight(left) { background: red }
  @media (prefers-color-scheme: dark) { body { background: black } }
  @media screen { body { border: 9px solid red } }
</style>
<style title="first">.set { color: green }</style><style title="second">.set { color: red }</style>
<p class="n">one</p><p class="n">two <x-left>element</x-left> <b>bold</b></p><p class="length"></p>
<p class="font">letters in a font</p><p class="layer">layers</p><p class="frames">frames</p><ol class="list"><li>item</ol>
<p class="view"></p><p class="system">system</p><p class="scheme">scheme</p><p class="set">set</p>
<p class="filter">filter</p><p class="clip">clip</p><svg width="9" height="9"><rect class="fill" width="9" height="9"/></svg>
<p class="french">langue <q>quoted</q></p><p class="hebrew" style="color: purple">inline style</p>
<p id="here" tabindex="0">target <a href="#here">here</a> <a href="relative">relative</a> <a href="https://left.test/">left</a></p>
<form><input name="t"><input type="checkbox" name="k"><textarea name="a"></textarea><select name="s"><option>1<option>2</select></form>
<details name="d"><summary>closed</summary>hidden</details><dialog>hidden</dialog><div popover>hidden</div>
<div style="overflow: auto; height: 30px">line<br>line<br>line<br>line</div><img src="${letters}">
<table><tr><td style="font-size: 20px">cell <b>inherits</b></table><p class="page">another page</p>`;

/** The same document in quirks mode, without a doctype. */
export const quirkyWitness = `<body>${witness.replace("<!doctype html>", "")}`;

/** A document that prints every trace of an earlier document that a script can find. */
export const scriptWitness = `${witness}<pre id="found"></pre><script>
const found = document.getElementById("found");
const record = async (name, read) => {
  let value;
  try { value = await read(); } catch (error) { value = error.name; }
  found.textContent += name + "=" + String(value) + "\\n";
};
window.platenReady = (async () => {
  await record("globals", () => Object.getOwnPropertyNames(window).length + Object.getOwnPropertyNames(window).filter((name) => name.startsWith("left")).join());
  await record("symbols", () => Object.getOwnPropertySymbols(window).length);
  await record("prototypes", () => [Object.prototype, Array.prototype, String.prototype, Document.prototype, HTMLElement.prototype, Promise.prototype].map((own) => Object.getOwnPropertyNames(own).length + String(Object.isFrozen(own))));
  await record("built-ins", () => [[].map, "".trim, JSON.stringify, Math.max, getComputedStyle, Document.prototype.write, HTMLElement.prototype.append, setTimeout, fetch].map((own) => String(own).length));
  await record("extensible", () => Object.isExtensible(document));
  await record("cookie", () => document.cookie);
  await record("local", () => Object.keys(localStorage).join());
  await record("session", () => Object.keys(sessionStorage).join());
  await record("caches", () => caches.keys());
  await record("files", async () => { const names = []; for await (const name of (await navigator.storage.getDirectory()).keys()) names.push(name); return names });
  await record("service workers", async () => (await navigator.serviceWorker.getRegistrations()).length);
  await record("locks", async () => JSON.stringify((await navigator.locks.query()).held));
  await record("fonts", () => [...document.fonts].map((own) => own.family));
  await record("font", () => document.fonts.check("12px Left"));
  await record("sheets", () => document.adoptedStyleSheets.length + "," + document.styleSheets.length);
  await record("property", () => { CSS.registerProperty({ name: "--left", syntax: "<length>", inherits: false, initialValue: "20px" }); return "free" });
  await record("highlights", () => CSS.highlights.size);
  await record("element", () => customElements.get("x-left") + "," + customElements.get("p-left"));
  await record("selection", () => getSelection().toString());
  await record("title", () => document.title + document.dir + document.documentElement.lang);
  await record("name", () => window.name + (window.opener ? "opened" : "") + window.length);
  await record("history", () => history.length + JSON.stringify(history.state) + history.scrollRestoration + window.navigation?.entries().length);
  await record("address", () => [location.href, document.baseURI, document.referrer, document.domain, origin]);
  await record("mode", () => [document.compatMode, document.characterSet, document.designMode, document.contentType]);
  await record("view", () => [innerWidth, innerHeight, scrollX, scrollY, devicePixelRatio, visualViewport.scale, screen.width, outerWidth]);
  await record("media", () => ["print", "screen", "(prefers-color-scheme: dark)", "(prefers-reduced-motion: reduce)", "(orientation: landscape)"].map((own) => matchMedia(own).matches));
  await record("focus", () => document.activeElement?.tagName + document.fullscreenElement + document.pointerLockElement);
  await record("language", () => [navigator.language, navigator.languages, Intl.DateTimeFormat().resolvedOptions().timeZone]);
  await record("permissions", async () => Promise.all(["notifications", "geolocation", "persistent-storage"].map(async (name) => (await navigator.permissions.query({ name })).state)));
  await record("policy", () => (0, eval)("1 + 1"));
  await record("trusted types", () => String(window.trustedTypes?.defaultPolicy?.name));
  await record("import map", () => import("left"));
  await record("entries", () => performance.getEntriesByType("mark").length);
  await record("channel", () => new Promise((done) => { new BroadcastChannel("left").onmessage = ({ data }) => done(data); setTimeout(done, 40) }));
  await record("event", () => { dispatchEvent(new Event("left")); document.dispatchEvent(new Event("left")); return document.body.innerText.startsWith("left") });
  await record("style", () => getComputedStyle(found).color + getComputedStyle(document.documentElement).zoom);
})();
</script>`;
