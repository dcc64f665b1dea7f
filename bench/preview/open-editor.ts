import { createTransport } from "@platen/client";
import { operations } from "@platen/contracts";
import { samples } from "@platen/samples";
import { launch, type Page } from "puppeteer";
import type { AtEnd } from "../ending.ts";

const account = { email: "bench@example.com", password: "a password for a minute" };

/** Makes an account with a project and the invoice sample in it; gives its session's cookie and the editor's address. */
async function createInvoice(gatewayUrl: string): Promise<{ cookie: { name: string; value: string }; path: string }> {
  let session = "";
  const transport = createTransport({
    baseUrl: gatewayUrl,
    timeoutMs: 30_000,
    headers: () => ({ "sec-fetch-site": "same-origin", ...(session === "" ? {} : { cookie: session }) }),
  });
  const { header } = await transport.bytes(operations.setUpFirstAccount, { body: account });
  session = header("set-cookie")?.split(";")[0] ?? "";
  const [name = "", value = ""] = session.split("=");

  const invoice = samples.find(({ slug }) => slug === "invoice");
  if (!invoice) throw new Error("there is no invoice among the samples");
  const { html, css, settings, dataSets } = invoice;
  const { projectId } = await transport.call(operations.createProject, { body: { name: "Bench" } });
  const { template } = await transport.call(operations.createTemplate, {
    params: { projectId },
    body: { name: invoice.name, html, css, settings, dataSets: [...dataSets] },
  });
  return { cookie: { name, value }, path: `/dashboard/projects/${projectId}/templates/${template.templateId}` };
}

/** Opens the editor with the invoice in a browser, and waits for its preview. */
export async function openEditor(gatewayUrl: string, chromiumPath: string, atEnd: AtEnd): Promise<Page> {
  const { cookie, path } = await createInvoice(gatewayUrl);
  // Our own page alone is opened, so no sandbox is needed; it would refuse to run as root.
  const browser = await launch({ executablePath: chromiumPath, headless: "shell", args: ["--no-sandbox"] });
  atEnd(() => browser.close());
  await browser.setCookie({ ...cookie, domain: new URL(gatewayUrl).hostname, path: "/" });
  const page = await browser.newPage();
  await page.setViewport({ width: 1440, height: 900 });
  await page.goto(`${gatewayUrl}${path}`);
  await page.waitForSelector("[role=document][aria-busy=false] canvas");
  if (!(await page.$(codeView))) await page.locator('::-p-aria([name="Code"][role="button"])').click();
  await page.waitForSelector(codeView);
  return page;
}

/** Where the HTML is written. */
export const codeView = '::-p-aria([name="HTML"][role="textbox"])';
