import { createSocket } from "node:dgram";
import { lookup } from "node:dns/promises";
import { operations } from "@platen/contracts";
import { ApiProblem } from "@platen/client";
import { listenForLeaks } from "@platen/testing";
import { signIn } from "../../../dashboard-session.ts";
import { createKey, createProject, publishTemplate } from "../../../project-setup.ts";
import { attemptsHere, browserCounters } from "../../facts/connections.ts";
import { metric } from "../../facts/metric.ts";
import { watchProcesses } from "../../facts/process-watch.ts";
import { askFor, countStatuses, type Answer } from "../../load/caller.ts";
import { faultRow } from "../../runner/fault-row.ts";

/** An address that no network has. */
const outside = "192.0.2.1";
const css = `@import "{http}/import"; @font-face { font-family: Far; src: url({http}/font) }
  p { background: url({named}/background); font-family: Far; list-style: url(http://${outside}/list) }`;
const html = `<p>text</p><img src="{http}/img"><img src="http://${outside}/img"><img src="{named}/img" srcset="{http6}/set 2x">
  <link rel="stylesheet" href="{http}/style"><link rel="dns-prefetch" href="//{name}"><link rel="preconnect" href="{named}">
  <iframe src="{http}/frame"></iframe><object data="{http6}/object"></object><a href="{http}/a" ping="{http}/ping">a</a>
  <video src="{http}/video" poster="{http}/poster"></video><style>${css}</style>`;
const script = `fetch("{http}/fetch").catch(() => {}); new Image().src = "{named}/image"; navigator.sendBeacon("{http}/beacon");
  new WebSocket("ws://{address}/socket"); fetch("http://${outside}/fetch").catch(() => {});`;
const svg = `<?xml-stylesheet href="{http}/sheet"?><!DOCTYPE svg [<!ENTITY e SYSTEM "{http}/entity">]>
  <svg xmlns="http://www.w3.org/2000/svg" width="99" height="9"><style>@import "{http}/import"; text { fill: url({http}/fill) }</style>
  <image href="{http}/image" width="9" height="9"/><use href="{http6}/use#a"/><image href="http://${outside}/image"/>
  <script href="{http}/script"/><foreignObject width="9" height="9"><img xmlns="http://www.w3.org/1999/xhtml" src="{named}/img"/></foreignObject>
  <text y="9">&e; svg</text></svg>`;

/** The places where a customer can write an address. Each has a listener, and everything that it holds leads there. */
const places = {
  "a picture": svg,
  "a style sheet": css.replace(/@import [^;]*;/, ""),
  "a style sheet that imports": css,
  "a script": script,
  "a template": html,
  "a template's CSS": css,
  "a header": html,
  "a snippet": html,
  "a translation": "{http}/text",
  "HTML in data": html,
  "an address in data": "{http}/data",
  "a host in data": "{named}/data",
  "HTML of a request": html,
  "a preview": `${html}<script>${script}</script>`,
};

faultRow(
  "N1",
  "No process of the service reaches an address of a template, an upload or data",
  async (figures, stage) => {
    const listeners = await listenForLeaks([...Object.keys(places), "control"]);
    stage.onEnd(() => listeners.close());
    const at = (place: keyof typeof places) => listeners.fill(place, places[place]);
    const platen = await stage.startPlaten({ workers: 1 });
    const [worker] = platen.processes.workers;
    if (!worker) throw new Error("The row needs a worker.");
    const processes = watchProcesses(platen);
    const session = await signIn(platen.baseUrl, platen.account);
    const projectId = await createProject(session, "Addresses");
    const params = { projectId };
    const { key } = await createKey(platen.baseUrl, session, projectId);
    await session.call(operations.renameProject, { params, body: { allowsInlineHtml: true } });
    const before = await attemptsHere();

    async function upload(name: string, place: keyof typeof places): Promise<string> {
      const bytes = Buffer.from(at(place));
      const uploading = session.call(operations.uploadAsset.member, { params, query: { name }, bytes });
      return uploading.then(
        () => "taken",
        (error: unknown) => (error instanceof ApiProblem ? `${error.status} ${error.code}` : String(error)),
      );
    }
    const uploads = [
      await upload("far.svg", "a picture"),
      await upload("far.css", "a style sheet"),
      await upload("imports.css", "a style sheet that imports"),
      await upload("far.js", "a script"),
    ];
    figures.exactly("uploads", uploads.join(", "), "taken, taken, 422 asset.invalid, taken");

    await session.call(operations.createSnippet.member, { params, body: { name: "far", html: at("a snippet") } });
    await session.call(operations.changeTranslations.member, {
      params,
      body: { changes: { en: { far: at("a translation") } } },
    });
    const source = {
      html: `${at("a template")}{{> far }}<img src="asset:far.svg"><img src="{{@t.far}}"><p style="background: url(asset:far.svg)">
      {{{ html }}}<img src="{{ address }}"><a href="{{ host }}">{{ host }}</a><img src="{{ host }}">`,
      css: `@import "asset:far.css"; ${at("a template's CSS")}`,
      settings: { margin: { top: "30mm", bottom: "30mm" }, header: at("a header"), footer: at("a header") },
    };
    const withScripts = { ...source.settings, javascript: true };
    const plain = await publishTemplate(session, projectId, { name: "Without scripts", ...source });
    const scripted = await publishTemplate(session, projectId, {
      name: "With scripts",
      ...source,
      html: `${source.html}<script src="asset:far.js"></script>`,
      settings: withScripts,
    });
    const data = { html: at("HTML in data"), address: at("an address in data"), host: at("a host in data") };
    const ask = (body: object) =>
      askFor("", `${platen.baseUrl}/api/v1/generate`, {
        headers: { authorization: `Bearer ${key}` },
        body: JSON.stringify(body),
      });
    const answers: Answer[] = [];
    for (let round = 0; round < 3; round += 1) {
      answers.push(await ask({ templateId: plain, data }));
      answers.push(await ask({ templateId: scripted, data }));
      answers.push(await ask({ html: at("HTML of a request"), css: at("a template's CSS"), data }));
    }
    figures.exactly("documents", countStatuses(answers), `200: ${answers.length}`);
    const preview = await session.bytes(operations.previewSource, {
      params,
      body: { name: "Preview", html: at("a preview"), css: "", settings: withScripts, data },
    });
    figures.exactly("the preview", Buffer.from(preview.bytes).toString("latin1", 0, 5), "%PDF-");
    figures.atLeast(
      "requests that the browser made and the engine refused",
      await metric(worker, "platen_browser_requests_refused_total"),
      100,
    );

    await listeners.settled();
    figures.exactly("places whose addresses were reached", [...listeners.hits().keys()].join(", ") || "none", "none");
    const { withoutRoute, udpDatagrams } = await attemptsHere(before);
    figures.exactly("attempts of gateway, catalog and worker to reach an address outside", withoutRoute, 0);
    // The listeners are asked once by a datagram, to see that they hear.
    figures.exactly("datagrams of gateway, catalog and worker", udpDatagrams - 1, 0);
    const ofBrowser = await browserCounters(worker);
    const sum = ofBrowser.reduce(
      (total, one) => total + one.packets + one.tcpConnects + one.udpDatagrams + one.withoutRoute,
      0,
    );
    figures.atLeast("network namespaces of the browser", ofBrowser.length, 1);
    figures.exactly("packets, connections and attempts in them", sum, 0);

    // The kernel and the listeners count what does leave.
    const control = await attemptsHere();
    await fetch(`http://${outside}/`).catch(() => undefined);
    await lookup("control.invalid").catch(() => undefined);
    const socket = createSocket("udp4");
    socket.send("control", 9, "127.0.0.1");
    await fetch(listeners.fill("control", "{http}/")).catch(() => undefined);
    await listeners.settled();
    socket.close();
    const counted = await attemptsHere(control);
    figures.atLeast("control: attempts outside that the kernel counts", counted.withoutRoute, 2);
    figures.atLeast("control: datagrams that the kernel counts", counted.udpDatagrams, 2);
    figures.exactly("control: listeners that were reached", [...listeners.hits().keys()].join(", "), "control");
    await processes.report(figures, []);
  },
);
