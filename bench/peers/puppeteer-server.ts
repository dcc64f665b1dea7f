import Mustache from "mustache";
import { styledHtml } from "../documents/bench-document.ts";
import { peerOptions, servePeer } from "./peer-server.ts";
import { launchPlainPuppeteer, printPlainly } from "./plain-puppeteer.ts";

const { port, executablePath, fonts, mode } = peerOptions.parse(JSON.parse(process.argv[2] ?? ""));
const browser = await launchPlainPuppeteer(executablePath, fonts);
process.once("SIGTERM", () => void browser.close().finally(() => process.exit()));
const waitUntil = mode === "networkidle0" ? mode : "load";
await servePeer(port, (document, data) =>
  printPlainly(browser, document, Mustache.render(styledHtml(document), data), waitUntil),
);
