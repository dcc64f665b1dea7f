import { createRequire } from "node:module";
import { styledHtml } from "../documents/bench-document.ts";
import { peerOptions, servePeer } from "./peer-server.ts";

/** The part of jsreport that this program uses. */
type JsReport = {
  use: (extension: unknown) => JsReport;
  init: () => Promise<unknown>;
  close: () => Promise<void>;
  render: (request: object) => Promise<{ content: Buffer }>;
};

const { port, executablePath, fonts, folder, mode } = peerOptions.parse(JSON.parse(process.argv[2] ?? ""));
const load = createRequire(`${folder}/package.json`);
// jsreport has no types; these match the installed version.
const createJsReport = load("@jsreport/jsreport-core") as (options: object) => JsReport;
const loadExtension = (name: string) => (load(name) as () => unknown)();

const jsreport = createJsReport({
  loadConfig: false,
  autoTempCleanup: false,
  discover: false,
  useExtensionsLocationCache: false,
  trustUserCode: true,
  reportTimeout: 60_000,
  rootDirectory: folder,
  tempDirectory: `${folder}/temp-${process.pid}`,
  store: { provider: "memory" },
  logger: { silent: true },
  workers: { numberOfWorkers: mode === "best" ? 2 : undefined },
  chrome: {
    ...(mode === "best" && { strategy: "chrome-pool", numberOfWorkers: 2 }),
    launchOptions: {
      executablePath,
      headless: "shell",
      args: ["--no-sandbox"],
      env: { PATH: "/usr/bin:/bin", ...fonts },
    },
  },
})
  .use(loadExtension("@jsreport/jsreport-chrome-pdf"))
  .use(loadExtension("@jsreport/jsreport-handlebars"));
await jsreport.init();
process.once("SIGTERM", () => void jsreport.close().finally(() => process.exit()));

await servePeer(port, async (document, data) => {
  const { format } = document.settings;
  const { content } = await jsreport.render({
    template: {
      // Handlebars reads these templates as Mustache does.
      content: styledHtml(document),
      engine: "handlebars",
      recipe: "chrome-pdf",
      chrome: {
        format,
        printBackground: true,
        preferCSSPageSize: true,
      },
    },
    data,
  });
  return Buffer.from(content);
});
