import Mustache from "mustache";
import puppeteer from "puppeteer";
import { styledHtml } from "../documents/bench-document.ts";
import { launchOptions, readPeerOptions, servePeer } from "./peer-server.ts";

// Prints as most programs do, with a new page for each document.

const options = readPeerOptions();
const browser = await puppeteer.launch(launchOptions(options));
const waitUntil = options.mode === "networkidle0" ? "networkidle0" : "load";
await servePeer(options, async (document, data) => {
  const page = await browser.newPage();
  try {
    // puppeteer accepts "networkidle0", which its types leave out.
    await page.setContent(Mustache.render(styledHtml(document), data), { waitUntil: waitUntil as "load" });
    return await page.pdf({ format: document.settings.format ?? "A4", preferCSSPageSize: true, printBackground: true });
  } finally {
    await page.close();
  }
});
