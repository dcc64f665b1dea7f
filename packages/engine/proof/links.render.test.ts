import { pdfInfo, pdfTargets, pdfText } from "@platen/testing";
import { describe, expect, test } from "@jest/globals";
import type { PageSettings } from "@platen/contracts";
import { fixture } from "./fidelity/fixtures.ts";
import { engineForFile } from "./engine-for-file.ts";

const engine = engineForFile();

/** Addresses, as attribute values, whose links must be removed. */
const hostileAddresses = [
  "javascript:alert(1)",
  " \u0001javascript:alert(1)",
  "java\tscript:alert(1)",
  "&#106;avascript&colon;alert&lpar;1&rpar;",
  "java&Tab;script&NewLine;:alert(1)",
  "javascript://%0aalert(1)",
  "javascript:endobj>>endobj",
  "javascript:/*http:*/\\)>>",
  "vbscript:msgbox(1)",
  "data:text/html,<script>alert(1)</script>",
  "file:///etc/passwd",
  "file://host/share/run.exe",
  "view-source:https://example.com/",
  "blob:https://example.com/1",
  "about:config",
  "ms-word:ofe|u|https://example.com/a.docm",
  "search-ms:query=x&crumb=location:\\\\host\\share",
  "smb://host/share",
  "ftp://host/file",
  "intent://host#Intent;scheme=file;end",
  "urn:x",
  "httpx://host/",
  "mailtox:a@example.com",
  "\\\\host\\share\\run.exe",
  "//host/share",
  "relative.html",
];

/** The address in each element that can have one. */
function linksTo(address: string): string {
  const value = address.replaceAll('"', "&quot;");
  return `<a href="${value}">a</a> <a href='#top' href="${value}">b</a>
    <map name="m"><area shape="rect" coords="0,0,20,20" href="${value}"></map>
    <svg width="90" height="30"><a href="${value}"><text y="20">one</text></a></svg>
    <svg width="90" height="30"><a xlink:href="${value}"><text y="20">two</text></a></svg>
    <svg width="90" height="30"><foreignObject width="90" height="30"><svg><a xlink:href="${value}"><text y="20">three</text></a></svg></foreignObject></svg>
    <iframe srcdoc="${`<a href="${value}">framed</a>`.replaceAll("&", "&amp;").replaceAll('"', "&quot;")}" width="90" height="30"></iframe>`;
}

const picture = `<img usemap="#m" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" width="20" height="20">`;
const goodLinks = `<p id="top">top</p><a href="https://example.com/a(b)?c=d">1</a> <a href="HTTP://example.com/">2</a>
  <a href="mailto:a@example.com">3</a> <a href="tel:+4110000000">4</a> <a href="#top">5</a>`;
const goodAddresses = [
  "https://example.com/a(b)?c=d",
  "http://example.com/",
  "mailto:a@example.com",
  "tel:+4110000000",
];

/** The addresses of the links in a PDF. */
function addressesIn(pdf: Buffer): string[] {
  const objects = pdf.toString("latin1").replaceAll(/stream\n[\s\S]*?endstream/g, "");
  return [...objects.matchAll(/\/URI\s*(\((?:[^\\()]|\\[\s\S])*\)|<[^>]*>)/g)].map(([, text = ""]) =>
    text.slice(1, -1).replaceAll(/\\(.)/g, "$1"),
  );
}

const ways: [string, PageSettings][] = [
  ["in the usual way", {}],
  ["tagged, with an outline", { tagged: true, outline: true }],
  ["with scripts", { javascript: true }],
];

describe("links lead only to web, mail and telephone addresses and into the document", () => {
  test.each(ways)("in a document printed %s", async (_way, settings) => {
    const html = `<!doctype html>${goodLinks}${hostileAddresses.map(linksTo).join("<br>")}${picture}`;
    const { pdf } = await engine.printHtml(html, { settings });
    expect(new Set(addressesIn(pdf))).toEqual(new Set(goodAddresses));
    // The PDF is complete, and readers find the same links.
    const { links, pageCount } = await pdfInfo(pdf);
    expect(new Set(links.map(({ url }) => url))).toEqual(new Set(goodAddresses));
    expect((await pdfText(pdf)).join(" ")).toContain("three");
    expect(pageCount).toBeGreaterThan(0);
    expect(pdf.toString("latin1")).toContain("/Dest /top");
  });

  test("with any base address", async () => {
    for (const base of ["file:///srv/", "javascript:1/", "data:text/html,x/", "ftp://host/"]) {
      const { pdf } = await engine.printHtml(
        `<base href="${base}"><a href="x">a</a> <a href="//y/z">b</a> <a href="#c">c</a>`,
      );
      expect({ base, addresses: addressesIn(pdf) }).toEqual({ base, addresses: [] });
    }
  });

  test("in a header or footer", async () => {
    const piece = (address: string) => `<a style="font-size: 9px" href="${address}">a</a>`;
    const header = [...hostileAddresses, "https://example.com/"].map(piece).join(" ");
    const settings = { margin: { top: "40mm", bottom: "40mm" }, header, footer: header };
    const { pdf } = await engine.printHtml("<p>words", { settings });
    expect(new Set(addressesIn(pdf))).toEqual(new Set(["https://example.com/"]));
  });

  test("beside a picture whose bytes look like thousands of links, and stay unchanged", async () => {
    const comment = Buffer.from("/Type /Annot\n/A <</Type /Action\n/S /URI\n/URI (javascript:".repeat(1_000));
    const { pdf } = await engine.printHtml(`${goodLinks}<a href="file:///x">x</a><img src="${jpegWith(comment)}">`);
    expect(addressesIn(pdf)).toEqual(goodAddresses);
    expect(pdf.includes(comment)).toBe(true);
  });
});

describe("a removed link leaves no annotation, which some readers could not open", () => {
  const longText = "a link that is broken over lines ".repeat(20);
  const mixed = `${goodLinks} <a href="javascript:1">${longText}</a> <a href="file:///x">file</a>
    <a href="javascript:2" style="display: block; height: 9px"></a>
    <a href="javascript:3"><img alt="endobj /Annots [5 0 R]" width="9" height="9" src="data:,"></a>
    <p style="break-before: page"><a href="javascript:4">the only one of its page</a>
    <p style="break-before: page"><a href="https://example.com/last">last</a> <a href="data:,x">data</a>`;

  test.each(ways)("in a document printed %s", async (_way, settings) => {
    const { pdf } = await engine.printHtml(`<!doctype html>${mixed}`, { settings });
    const { links } = await pdfTargets(pdf);
    expect(links.map(({ target }) => target)).toEqual([
      ...goodAddresses.map((url) => ({ url })),
      expect.objectContaining({ pageNumber: 1 }),
      { url: "https://example.com/last" },
    ]);
    expect(annotationsReferredTo(pdf)).toEqual(new Set(["/Annot"]));
  });

  test("and no link for screen readers", async () => {
    const { pdf } = await engine.printHtml(`<!doctype html>${mixed}`, { settings: { tagged: true } });
    expect(pdf.toString("latin1").match(/\/S \/Link\n/g)).toHaveLength(goodAddresses.length + 2);
  });
});

test("no document can put a script, a program start or an embedded file into its PDF", async () => {
  const html = `<!doctype html><title>/JavaScript</title>${hostileAddresses.map(linksTo).join("")}${picture}
    <form action="javascript:alert(1)"><input name="x" value="y"><button formaction="javascript:alert(1)">go</button></form>
    <object data="data:text/plain,x" type="text/plain"></object><embed src="data:application/pdf;base64,JVBERi0xLjQ=">
    <a download href="data:application/octet-stream,x">file</a><p onclick="alert(1)">click</p><video src="data:,x"></video>`;
  for (const [, settings] of ways) {
    const { pdf } = await engine.printHtml(html, { settings });
    const entries = pdf.toString("latin1").replaceAll(/stream\n[\s\S]*?endstream|\((?:[^\\()]|\\[\s\S])*\)/g, "");
    const hostile =
      /\/(JavaScript|JS|Launch|EmbeddedFiles?|Filespec|AcroForm|OpenAction|AA|GoToR|SubmitForm|RichMedia)\b/;
    expect(hostile.exec(entries)?.[0]).toBeUndefined();
    expect(entries).toContain("/Annot");
  }
});

/** The types of the objects that the pages and the structure of a PDF list as annotations. */
function annotationsReferredTo(pdf: Buffer): Set<string | undefined> {
  const text = pdf.toString("latin1");
  const lists = [...text.matchAll(/^\/Annots \[([^\]]*)\]/gm), ...text.matchAll(/\/Type \/OBJR\n\/Obj (\d+ 0 R)/g)];
  const numbers = lists.flatMap(([, list = ""]) => [...list.matchAll(/(\d+) 0 R/g)].map(([, number]) => number));
  return new Set(numbers.map((number) => new RegExp(`^${number} 0 obj\\n<</Type (/\\w+)`, "m").exec(text)?.[1]));
}

/** A JPEG with a comment. Chromium prints its bytes unchanged. */
function jpegWith(comment: Buffer): string {
  const jpeg = fixture("baseline.jpg").bytes;
  const head = Buffer.from([0xff, 0xfe, 0, 0]);
  head.writeUInt16BE(comment.length + 2, 2);
  const bytes = Buffer.concat([jpeg.subarray(0, 2), head, comment, jpeg.subarray(2)]);
  return `data:image/jpeg;base64,${bytes.toString("base64")}`;
}
