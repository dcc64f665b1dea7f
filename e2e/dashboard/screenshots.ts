import { mkdir, readdir, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { startReaper, startPlaten } from "@platen/testing";
import { signIn } from "../dashboard-session.ts";
import { buildDashboard, openSignedIn, openVisitor, startBrowser } from "./dashboard-browser.ts";
import { tourAccount } from "./screenshots/account-tour.ts";
import { openCamera } from "./screenshots/camera.ts";
import { tourDocuments } from "./screenshots/document-tour.ts";
import { tourCode, tourDesign, tourEditorDialogs, tourPreview } from "./screenshots/editor-tour.ts";
import { tourInvitation, tourKeys, tourMembers, tourSettings } from "./screenshots/project-tour.ts";
import { tourImport, tourTemplates, tourVersions } from "./screenshots/template-tour.ts";
import type { Tour } from "./screenshots/tour.ts";

// Takes pictures of every page and state of the dashboard, wide and narrow, light and dark:
//   npm run screenshots [folder] [tour ...]

const tours: Record<string, (tour: Tour) => Promise<void>> = {
  account: tourAccount,
  templates: tourTemplates,
  import: tourImport,
  versions: tourVersions,
  design: tourDesign,
  code: tourCode,
  preview: tourPreview,
  editor: tourEditorDialogs,
  documents: tourDocuments,
  keys: tourKeys,
  members: tourMembers,
  invitation: tourInvitation,
  settings: tourSettings,
};

const folder = resolve(process.argv[2] ?? ".data/screenshots");
const wanted = process.argv.slice(3);

/** Writes a page that shows all pictures side by side. */
async function writeContents(): Promise<void> {
  const pictures = (await readdir(folder)).filter((name) => name.endsWith(".png")).toSorted();
  const figures = pictures.map(
    (name) =>
      `<figure><a href="${name}"><img loading="lazy" src="${name}"></a><figcaption>${name}</figcaption></figure>`,
  );
  const style = "body{display:flex;flex-wrap:wrap;font:14px sans-serif}figure{margin:8px}img{height:320px}";
  await writeFile(`${folder}/index.html`, `<!doctype html><style>${style}</style>${figures.join("\n")}\n`);
}

await mkdir(folder, { recursive: true });
await buildDashboard();
const reaper = await startReaper();
const browser = await startBrowser();
const platen = await startPlaten();
try {
  const another = async () => {
    const visitor = await openVisitor(browser, platen.baseUrl);
    return { visitor, shoot: openCamera(visitor, folder) };
  };
  const dashboard = await signIn(platen.baseUrl, platen.account);
  const visitor = await openSignedIn(browser, platen.baseUrl, dashboard);
  const shoot = openCamera(visitor, folder);
  for (const [name, takeTour] of Object.entries(tours)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    // A tour that fails must not stop the others.
    await takeTour({ platen, dashboard, visitor, shoot, another }).catch((error: unknown) => {
      process.stderr.write(`The tour "${name}" failed: ${String(error)}\n`);
      process.exitCode = 1;
    });
  }
  await writeContents();
  process.stdout.write(`The pictures are in ${folder}; ${folder}/index.html shows them all.\n`);
} finally {
  await browser.close();
  await platen.stop();
  await reaper.stop();
}
