import { spawn } from "node:child_process";
import { Readable, Writable } from "node:stream";
// The raw loop runs the same build as the engine, as the same user, in an empty network namespace, with the same fonts.
import { chromiumCommand, toPrintOptions } from "@platen/engine/parts";
import { filledHtml, type BenchDocument } from "../documents/bench-document.ts";
import type { Competitor } from "../measure/measure-window.ts";
import { createCdpClient } from "./cdp-client.ts";
import type { BrowserSetup } from "./browser-setup.ts";

/** The flags that make printing fast. They are a copy, so that the measure does not move with the engine's flags. */
const fastFlags = [
  "--headless",
  "--disable-gpu",
  "--in-process-gpu",
  "--enable-begin-frame-control",
  "--run-all-compositor-stages-before-draw",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  "--hide-scrollbars",
  "--mute-audio",
  "--font-render-hinting=none",
  "--host-resolver-rules=MAP * ~NOTFOUND",
  "--remote-debugging-pipe",
];

type RawPage = { session: string; frameId: string };

/**
 * Starts the fastest obvious way to print: pages that stay open and get one document after the other by two calls of the
 * debugging protocol, without puppeteer, a pool, interception or a look at the PDF.
 */
export async function startRawLoop(setup: BrowserSetup, pages: number): Promise<Competitor & { version: string }> {
  const profilePath = await setup.createProfile();
  const engine = await chromiumCommand({ ...setup, profilePath, sandbox: true });
  const binary = engine.args.indexOf(setup.executablePath);
  // The prefix of the engine's command is the network namespace; its flags are left out.
  const prefix = binary === -1 ? [] : engine.args.slice(0, binary + 1);
  const flags = [...fastFlags, `--user-data-dir=${profilePath}`];
  const child = spawn(engine.program, [...prefix, ...flags, "about:blank"], {
    env: { PATH: "/usr/bin:/bin", LANG: "C.UTF-8", TZ: "UTC", HOME: profilePath, TMPDIR: profilePath, ...setup.fonts },
    stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
    detached: true,
  });
  const pid = child.pid;
  if (pid === undefined) throw new Error("The browser of the raw loop does not start.");
  const [, , , input, output] = child.stdio;
  if (!(input instanceof Writable) || !(output instanceof Readable))
    throw new Error("The browser of the raw loop has no debugging pipe.");
  const client = createCdpClient(input, output);
  const { product } = await client.send("Browser.getVersion");

  const openPage = async (): Promise<RawPage> => {
    const { targetId } = await client.send("Target.createTarget", { url: "about:blank" });
    const { sessionId } = await client.send("Target.attachToTarget", { targetId, flatten: true });
    const session = String(sessionId);
    await client.send("Page.enable", {}, session);
    await client.send("Emulation.setScriptExecutionDisabled", { value: true }, session);
    // The main frame has the id of its page.
    return { session, frameId: String(targetId) };
  };
  const opened = await Promise.all(Array.from({ length: pages }, openPage));
  const fillers = new Map<BenchDocument, (run: number) => string>();

  return {
    name: `raw loop, ${pages === 1 ? "1 page" : `${pages} pages`}`,
    version: String(product),
    concurrency: pages,
    processes: () => [
      { part: "browser", pid, scope: "tree" },
      { part: "CDP client", pid: process.pid, scope: "self" },
    ],
    async print(document, run, index) {
      const page = opened[index % opened.length];
      if (page === undefined) throw new Error("The raw loop needs at least one page.");
      const fill = fillers.get(document) ?? filledHtml(document);
      fillers.set(document, fill);
      const { session, frameId } = page;
      await client.send("Page.setDocumentContent", { frameId, html: fill(run) }, session);
      const { data } = await client.send("Page.printToPDF", { ...toPrintOptions(document.settings) }, session);
      return Buffer.from(String(data), "base64");
    },
  };
}
