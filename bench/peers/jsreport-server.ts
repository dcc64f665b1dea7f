import { createRequire } from "node:module";
import { styledHtml } from "../documents/bench-document.ts";
import { launchOptions, readPeerOptions, servePeer } from "./peer-server.ts";

/** The part of jsreport that this program uses. */
type JsReport = {
  use: (extension: unknown) => JsReport;
  init: () => Promise<unknown>;
  render: (request: object) => Promise<{ content: Buffer }>;
};

const options = readPeerOptions();
const load = createRequire(`${options.folder}/package.json`);
// jsreport has no types; these match the installed version.
const createJsReport = load("@jsreport/jsreport-core") as (options: object) => JsReport;
const loadExtension = (name: string) => (load(name) as () => unknown)();

// Its fastest setting: a pool of browsers that stay open.
const jsreport = createJsReport({
  loadConfig: false,
  autoTempCleanup: false,
  discover: false,
  useExtensionsLocationCache: false,
  trustUserCode: true,
  reportTimeout: 60_000,
  rootDirectory: options.folder,
  tempDirectory: `${options.folder}/temp-${process.pid}`,
  store: { provider: "memory" },
  logger: { silent: true },
  workers: { numberOfWorkers: 2 },
  chrome: { strategy: "chrome-pool", numberOfWorkers: 2, launchOptions: launchOptions(options) },
})
  .use(loadExtension("@jsreport/jsreport-chrome-pdf"))
  .use(loadExtension("@jsreport/jsreport-handlebars"));
await jsreport.init();

await servePeer(options, async (document, data) => {
  const { format } = document.settings;
  const { content } = await jsreport.render({
    // Handlebars reads these templates as Mustache does.
    template: {
      content: styledHtml(document),
      engine: "handlebars",
      recipe: "chrome-pdf",
      chrome: { format, printBackground: true, preferCSSPageSize: true },
    },
    data,
  });
  return content;
});
