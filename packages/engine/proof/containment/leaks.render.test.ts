import type { PageSettings } from "@platen/contracts";
import { assetOrigin } from "@platen/contracts/asset-origin";
import { inProofLane, isProof, leakDomain, listenForLeaks, networkCounters, onLinux, proofOr } from "@platen/testing";
import type { LeakListeners, NetworkCounters } from "@platen/testing";
import { describe, expect, test } from "@jest/globals";
import { isRenderError } from "../../src/failure/render-error.ts";
import type { Asset } from "../../src/printing/library.ts";
import { engineForFile } from "../engine-for-file.ts";
import { testLibrary } from "../test-library.ts";
import { leakCorpus, type LeakVector } from "./leak-corpus.ts";
import { svgVectors } from "./leak-vectors/svg.ts";
import { openCorpus } from "./open-corpus.ts";
import { processTree } from "./process-tree.ts";
import { startUnguardedBrowser, type Guards } from "./unguarded-browser.ts";

/** Drawings of a library that try to reach a listener. One document shows them all. */
const drawings = Object.entries(svgVectors).map(([name, content]) => ({
  name: `asset: ${name}`,
  drawing: `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="9" height="9">${content}</svg>`,
}));
const withDrawings: LeakVector = {
  name: "asset: all",
  html: drawings
    .map((_, index) => `<img src="${assetOrigin}${index}"><p style="background: url(${assetOrigin}${index})">text`)
    .join(""),
  settings: {},
};

/** Many documents only wait. */
const atOnce = 4;
const engine = engineForFile({ concurrency: atOnce, limits: { loadTimeoutMs: 30_000 } });

test("the corpus has at least 80 vectors, each with its own name", () => {
  expect(leakCorpus.length).toBeGreaterThanOrEqual(80);
  expect(new Set(leakCorpus.map(({ name }) => name)).size).toBe(leakCorpus.length);
});

onLinux(describe)("the engine", () => {
  test("with JavaScript off, prints every document, and none connects, sends a datagram or queries a name", async () => {
    const { reached, failures, drawingsRead } = await attack(
      // Without JavaScript, scripts are text like any other. `npm test` leaves them out.
      (documents) => documents.filter(({ name }) => isProof || !name.startsWith("script: ")),
      {},
    );
    expect(reached).toEqual([]);
    expect(failures).toEqual([]);
    expect(drawingsRead).toBe(drawings.length);
    await expectNothingCounted({ mostWithoutRoute: 0 });
  });

  test("with JavaScript on, lets no document connect, send a datagram or query a name", async () => {
    // Each vector with scripts takes a page, so `npm test` tries every sixth one.
    const { reached, failures, drawingsRead } = await attack(
      (documents) => withFewPages(documents.filter((_, index) => index % proofOr(1, 6) === 0)),
      { javascript: true },
    );
    expect(reached).toEqual([]);
    // A document fails if its script fails or leaves the page. All others are printed.
    expect(failures.filter(({ name, code }) => code !== "render_failed" || !name.startsWith("script: "))).toEqual([]);
    expect(drawingsRead).toBe(drawings.length);
    // WebRTC opens a socket without sending, to learn its route from the kernel, which has none.
    const withWebRtc = leakCorpus.filter(({ html }) => html.includes("RTCPeerConnection"));
    await expectNothingCounted({ mostWithoutRoute: 2 * withWebRtc.length });
  });
});

// Controls: the corpus finds leaks where guards are missing.
onLinux(describe)("the corpus", () => {
  inProofLane(test)("leaves an unguarded browser in many ways, by TCP and by UDP", async () => {
    const { reached, byUdp } = await openUnguarded(leakCorpus, { namespace: false, flags: false }, [
      `--host-resolver-rules=MAP *.${leakDomain} 127.0.0.1`,
    ]);
    process.stdout.write(`${reached.length} of ${leakCorpus.length} vectors leave an unguarded browser\n`);
    expect(reached.length).toBeGreaterThan(100);
    expect(byUdp.length).toBeGreaterThan(0);
    for (const kind of ["element", "link", "style", "style attribute", "svg", "svg document", "script"]) {
      expect(reached).toContainEqual(expect.stringMatching(new RegExp(`^${kind}: `)));
    }
  });

  // Style sheets and SVG make their requests in the same ways as elements.
  const direct = leakCorpus.filter(({ name }) => /^(element|link|script): /.test(name));

  inProofLane(test)("does not leave a browser with the flags alone", async () => {
    const { reached } = await openUnguarded(direct, { namespace: false, flags: true });
    expect(reached).toEqual([]);
  });

  inProofLane(test)(
    "does not leave a browser with the namespace alone, where the kernel counts its attempts",
    async () => {
      const { reached, counters } = await openUnguarded(direct, { namespace: true, flags: false });
      expect(reached).toEqual([]);
      expect(counters).toEqual({ ...noTraffic, withoutRoute: expect.any(Number) });
      expect(counters.withoutRoute).toBeGreaterThan(0);
    },
  );
});

const noTraffic: NetworkCounters = { interfaces: ["lo"], packets: 0, tcpConnects: 0, udpDatagrams: 0, withoutRoute: 0 };

/** Prints the corpus, some documents at once. Gives the vectors that reached a listener, and those that failed. */
async function attack(arrange: (documents: LeakVector[]) => LeakVector[], settings: PageSettings) {
  const listeners = await listenForLeaks([...leakCorpus, ...drawings, withDrawings].map(({ name }) => name));
  // Every document has a library, so that the request policy answers.
  const files = drawings.map(({ name, drawing }, index): [string, Asset] => [
    String(index),
    { bytes: Buffer.from(listeners.fill(name, drawing)), contentType: "image/svg+xml" },
  ]);
  const library = testLibrary(Object.fromEntries(files));
  try {
    const failures: { name: string; code: unknown }[] = [];
    const waiting = [...arrange(leakCorpus.map((vector) => filled(vector, listeners))), withDrawings];
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (let next = waiting.shift(); next; next = waiting.shift()) {
          const { name, html } = next;
          try {
            // An account of its own: a document that keeps the browser busy bars the others of its account.
            const job = { projectId: `prj_${waiting.length}`, settings: { ...next.settings, ...settings }, library };
            await engine.printHtml(html, job);
          } catch (error) {
            failures.push({ name, code: isRenderError(error) ? error.code : error });
          }
        }
      }),
    );
    await listeners.settled();
    return { reached: describeHits(listeners), failures, drawingsRead: new Set(library.reads).size };
  } finally {
    listeners.close();
  }
}

/**
 * Puts the vectors without scripts of their own into frames, some to a page. With scripts, a page for each would take
 * long, and a page of many keeps the browser so busy that it is refused.
 */
function withFewPages(documents: LeakVector[]): LeakVector[] {
  const isAlone = ({ name, settings }: LeakVector) => name.startsWith("script: ") || settings.header !== undefined;
  const framed = documents.filter((vector) => !isAlone(vector));
  const framesPerPage = 2;
  return [
    ...documents.filter(isAlone),
    ...Array.from({ length: Math.ceil(framed.length / framesPerPage) }, (_, page) => ({
      name: `page ${page} of frames`,
      html: framed
        .slice(page * framesPerPage, (page + 1) * framesPerPage)
        .map(({ html }) => `<iframe srcdoc="${html.replaceAll("&", "&amp;").replaceAll('"', "&quot;")}"></iframe>`)
        .join(""),
      settings: {},
    })),
  ];
}

function filled({ name, html, settings }: LeakVector, listeners: LeakListeners): LeakVector {
  const { header, footer, ...rest } = settings;
  return {
    name,
    html: listeners.fill(name, html),
    settings: {
      ...rest,
      ...(header !== undefined && { header: listeners.fill(name, header) }),
      ...(footer !== undefined && { footer: listeners.fill(name, footer) }),
    },
  };
}

function describeHits(listeners: LeakListeners): string[] {
  return [...listeners.hits()].map(([vector, ways]) => `${vector} (${[...ways].join(", ")})`);
}

async function openUnguarded(corpus: readonly LeakVector[], guards: Guards, flags: readonly string[] = []) {
  const listeners = await listenForLeaks(corpus.map(({ name }) => name));
  const unguarded = await startUnguardedBrowser(guards, flags);
  try {
    await openCorpus(unguarded.puppeteer, corpus, listeners);
    const counters = await networkCounters(unguarded.pid);
    const reached = describeHits(listeners);
    return { reached, byUdp: reached.filter((hit) => hit.includes("udp")), counters };
  } finally {
    await unguarded.close();
    listeners.close();
  }
}

async function expectNothingCounted({ mostWithoutRoute }: { mostWithoutRoute: number }): Promise<void> {
  const { pid } = engine.health();
  const namespaces = await countersByNamespace(pid);
  expect(namespaces.length).toBeGreaterThan(0);
  for (const { withoutRoute, ...counters } of namespaces) {
    expect({ withoutRoute: 0, ...counters }).toEqual(noTraffic);
    expect(withoutRoute).toBeLessThanOrEqual(mostWithoutRoute);
  }
  expect((await processTree(pid ?? 0)).filter(({ openSockets }) => openSockets > 0)).toEqual([]);
}

/** The kernel's counters of each network namespace with processes of the browser. */
async function countersByNamespace(pid = 0): Promise<NetworkCounters[]> {
  const own = new Map((await processTree(pid)).map((facts) => [facts.namespaces.net, facts.pid]));
  return Promise.all([...own.values()].map(networkCounters));
}
