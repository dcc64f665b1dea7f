/** Documents that try to show a local file of the machine. */
export const localFileVectors: Record<string, string> = {
  "img, picture": `<img src="{file}/canary.bmp">`,
  "img, svg": `<img src="{file}/canary.svg">`,
  "img, scheme in capitals": `<img src="FILE://{path}/canary.bmp">`,
  "img, one slash": `<img src="file:{path}/canary.bmp">`,
  "img, localhost": `<img src="file://localhost{path}/canary.bmp">`,
  "img, address": `<img src="file://127.0.0.1{path}/canary.bmp">`,
  "img, four slashes": `<img src="file:////{path}/canary.bmp">`,
  "img, path alone": `<img src="{path}/canary.bmp"><img src="/.{path}/canary.bmp">`,
  "img, up from where it is": `<img src="../../../../../..{path}/canary.bmp">`,
  "img, on a base": `<base href="file:///"><img src=".{path}/canary.bmp">`,
  "img, backslashes": `<img src="file:\\\\\\{path}\\canary.bmp"><img src="\\\\localhost\\{path}\\canary.bmp">`,
  "img, encoded": `<img src="file:///%2e%2e{path}/%63anary.bmp">`,
  "img srcset": `<img srcset="{file}/canary.bmp 1x">`,
  "picture source": `<picture><source srcset="{file}/canary.bmp"><img></picture>`,
  "input image": `<input type="image" src="{file}/canary.bmp">`,
  "video poster": `<video poster="{file}/canary.bmp" width="90" height="90"></video>`,
  "video and track": `<video autoplay controls width="90" src="{file}/canary.bmp"><track default src="{file}/canary.vtt"></video>`,
  iframe: `<iframe src="{file}/canary.txt"></iframe>`,
  "iframe, page": `<iframe src="{file}/canary.html"></iframe>`,
  "iframe, folder": `<iframe src="{file}/" width="500" height="500"></iframe>`,
  "iframe, symbolic link": `<iframe src="{file}/link.txt"></iframe>`,
  "iframe, through a process": `<iframe src="file:///proc/self/root{path}/canary.txt"></iframe><iframe src="file:///proc/self/cwd/..{path}/canary.txt"></iframe>`,
  "iframe, view-source": `<iframe src="view-source:{file}/canary.txt"></iframe>`,
  "iframe, pages of the browser": `<iframe src="chrome://version"></iframe><iframe src="devtools://devtools/bundled/inspector.html"></iframe><iframe src="chrome-extension://x{path}/canary.txt"></iframe>`,
  "iframe in a data document": `<iframe src="data:text/html,<iframe src='{file}/canary.txt'></iframe>"></iframe>`,
  "iframe, refresh": `<iframe srcdoc="<meta http-equiv=refresh content='0;url={file}/canary.txt'>"></iframe>`,
  frameset: `<frameset><frame src="{file}/canary.txt"></frameset>`,
  object: `<object data="{file}/canary.txt" type="text/plain"></object>`,
  "object, svg": `<object data="{file}/canary.svg" type="image/svg+xml"></object>`,
  embed: `<embed src="{file}/canary.html" type="text/html">`,
  refresh: `<meta http-equiv="refresh" content="0;url={file}/canary.txt"><p>p`,
  "link stylesheet": `<link rel="stylesheet" href="{file}/canary.css"><p>p`,
  "link import and prefetch": `<link rel="import" href="{file}/canary.html"><link rel="prefetch" href="{file}/canary.html"><iframe src="{file}/canary.html"></iframe>`,
  script: `<script src="{file}/canary.js"></script><p>p`,
  "CSS @import": `<style>@import "{file}/canary.css";</style><p>p`,
  "CSS @import in a data sheet": `<link rel="stylesheet" href='data:text/css,@import "{file}/canary.css";'><p>p`,
  "CSS @font-face": `<style>@font-face { font-family: C; src: url({file}/canary.ttf) } p { font-family: C }</style><p>letters`,
  "CSS local()": `<style>@font-face { font-family: C; src: local("{path}/canary.ttf"), local("CanaryOfAFont-Regular") } p { font-family: C, "{path}/canary.ttf" }</style><p>letters`,
  "CSS background": `<p style="background: url({file}/canary.bmp); height: 90px">p`,
  "CSS content": `<style>p::before { content: url({file}/canary.bmp) }</style><p>p`,
  "CSS @page": `<style>@page { margin: 40mm; @top-left { content: url({file}/canary.bmp) } }</style><p>p`,
  "svg image": `<svg><image href="{file}/canary.bmp" width="61" height="67"/></svg>`,
  "svg use": `<svg><use href="{file}/canary.svg#t"/></svg>`,
  "svg feImage": `<svg><filter id="f"><feImage href="{file}/canary.bmp"/></filter><rect width="99" height="99" filter="url(#f)"/></svg>`,
  "svg document with an image": `<img src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'><image href='{file}/canary.bmp'/></svg>">`,
  "xml external entity": `<iframe src='data:text/xml,<!DOCTYPE x [<!ENTITY e SYSTEM "{file}/canary.txt">]><x>%26e;</x>'></iframe>`,
  "xml external DTD": `<iframe src='data:application/xhtml+xml,<!DOCTYPE html SYSTEM "{file}/canary.dtd"><html xmlns="http://www.w3.org/1999/xhtml"><body>%26canary;</body></html>'></iframe>`,
  "svg external entity": `<object data='data:image/svg+xml,<!DOCTYPE svg [<!ENTITY e SYSTEM "{file}/canary.txt">]><svg xmlns="http://www.w3.org/2000/svg"><text y="20">%26e;</text></svg>'></object>`,
  XInclude: `<iframe src='data:text/xml,<x xmlns:i="http://www.w3.org/2001/XInclude"><i:include parse="text" href="{file}/canary.txt"/></x>'></iframe>`,
  "xml-stylesheet": `<iframe src='data:text/xml,<%3Fxml-stylesheet href="{file}/canary.css"%3F><body>b</body>'></iframe>`,
  "XSLT, the transformation": `<iframe src='data:text/xml,<%3Fxml-stylesheet type="text/xsl" href="{file}/canary.xsl"%3F><x/>'></iframe>`,
};

/** Headers and footers that try the same. */
export const localFileHeaders: Record<string, string> = {
  "header img": `<img src="{file}/canary.bmp">`,
  "header iframe": `<iframe src="{file}/canary.txt"></iframe>`,
  "header object": `<object data="{file}/canary.txt"></object><embed src="{file}/canary.html">`,
  "header style": `<style>@import "{file}/canary.css"; b { background: url({file}/canary.bmp) }</style><b>b</b>`,
  "header link": `<link rel="stylesheet" href="{file}/canary.css"><b>b</b>`,
  "header font": `<style>@font-face { font-family: C; src: url({file}/canary.ttf) } b { font: 20px C }</style><b>letters</b>`,
  "header script": `<script src="{file}/canary.js"></script><img src="x:" onerror="location='{file}/canary.txt'">`,
};

/** Scripts that try the same: bodies of async functions. Their document is printed when they are done. */
export const localFileScripts: Record<string, string> = {
  fetch: `document.body.append(await (await fetch("{file}/canary.txt")).text())`,
  "fetch without CORS": `document.body.append(await (await fetch("{file}/canary.txt", { mode: "no-cors" })).text())`,
  XMLHttpRequest: `const x = new XMLHttpRequest(); x.open("GET", "{file}/canary.txt", false); x.send(); document.body.append(x.responseText)`,
  "XMLHttpRequest in a worker": `
    const worker = new Worker(URL.createObjectURL(new Blob(["const x = new XMLHttpRequest(); x.open('GET', '{file}/canary.txt', false); x.send(); postMessage(x.responseText)"])));
    await new Promise((done) => { worker.onmessage = (e) => { document.body.append(e.data); done(); }; worker.onerror = done; })`,
  importScripts: `
    const worker = new Worker(URL.createObjectURL(new Blob(["importScripts('{file}/canary.js')"])));
    await new Promise((done) => { worker.onerror = done; worker.onmessage = done; })`,
  "dynamic import": `await import("{file}/canary.js")`,
  "import of JSON": `document.body.append((await import("{file}/canary.json", { with: { type: "json" } })).default.canary)`,
  "text of a frame": `
    const f = document.createElement("iframe"); f.src = "{file}/canary.txt"; document.body.append(f);
    await new Promise((done) => { f.onload = done; }); document.body.append(f.contentDocument.body.innerText)`,
  "frame of a blob": `
    const f = document.createElement("iframe"); f.src = URL.createObjectURL(new Blob(["<iframe src='{file}/canary.txt'></iframe>"], { type: "text/html" }));
    document.body.append(f); await new Promise((done) => { f.onload = done; })`,
  "text of a popup": `const w = open("{file}/canary.txt"); await new Promise((done) => setTimeout(done, 100)); document.body.append(w.document.body.innerText)`,
  "object URL of a path": `document.body.append(await new Response(new File(["{file}/canary.txt"], "{path}/canary.txt")).text().then((t) => t.slice(0, 0)))`,
  FileReader: `
    document.body.innerHTML += "<input type=file value='{path}/canary.txt'>"; const input = document.querySelector("input");
    input.value = "{path}/canary.txt"; const r = new FileReader(); await new Promise((done) => { r.onloadend = done; r.readAsText(input.files[0]); }); document.body.append(r.result)`,
  "data transfer": `const t = new DataTransfer(); t.setData("text/uri-list", "{file}/canary.txt"); document.body.append(await t.items[0].getAsFile().text())`,
  "file system access": `const [h] = await showOpenFilePicker(); document.body.append(await (await h.getFile()).text())`,
  "file system API": `const fs = await new Promise((ok, no) => webkitRequestFileSystem(0, 9999, ok, no)); await new Promise((ok, no) => fs.root.getFile("{path}/canary.txt", {}, ok, no))`,
  "pixels of a picture": `
    const i = new Image(); i.src = "{file}/canary.bmp"; await i.decode(); const c = document.createElement("canvas"); c.width = 61; c.height = 67;
    c.getContext("2d").drawImage(i, 0, 0); document.body.append(c)`,
  FontFace: `const f = new FontFace("C", "url({file}/canary.ttf)"); await f.load(); document.fonts.add(f); document.body.style.fontFamily = "C"`,
  "queried local fonts": `for (const f of await queryLocalFonts()) if (f.fullName.includes("Canary")) document.body.append(await (await f.blob()).text())`,
  "XSLT document()": `
    const x = new DOMParser().parseFromString("<xsl:stylesheet version='1.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'><xsl:template match='/'><p><xsl:copy-of select=\\"document('{file}/canary.xml')\\"/></p></xsl:template></xsl:stylesheet>", "text/xml");
    const p = new XSLTProcessor(); p.importStylesheet(x); document.body.append(p.transformToFragment(document, document))`,
  location: `location = "{file}/canary.txt"; await new Promise((done) => setTimeout(done, 100))`,
  "location of a frame": `
    const f = document.createElement("iframe"); document.body.append(f); f.contentWindow.location = "{file}/canary.txt";
    await new Promise((done) => setTimeout(done, 100)); document.body.append(f.contentDocument.body.innerText)`,
  "history of a document": `history.pushState(null, "", "{file}/canary.txt"); location.reload(); await new Promise((done) => setTimeout(done, 100))`,
  "inserted style sheet": `
    const l = document.createElement("link"); l.rel = "stylesheet"; l.href = "{file}/canary.css"; document.head.append(l);
    await new Promise((done) => { l.onload = done; l.onerror = done; })`,
  "inserted script": `
    const s = document.createElement("script"); s.src = "{file}/canary.js"; document.head.append(s);
    await new Promise((done) => { s.onload = done; s.onerror = done; })`,
};
