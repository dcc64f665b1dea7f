import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { testChromiumPath } from "@platen/testing";
import { launch, type Browser, type ElementHandle, type Page } from "puppeteer";
import type { Credentials } from "../dashboard-session.ts";

const run = promisify(execFile);

/** Builds the dashboard if it is not what its sources say; the gateway reads it when it starts. */
export async function buildDashboard(): Promise<void> {
  await run(process.execPath, [resolve(import.meta.dirname, "../../services/dashboard/build.ts")]);
}

/** A browser for tests of our own pages, without a sandbox: root has none, and nothing is opened that is not the tests' own. */
export async function startBrowser(...args: string[]): Promise<Browser> {
  return launch({ executablePath: await testChromiumPath(), headless: "shell", args: ["--no-sandbox", ...args] });
}

const waitMs = 20_000;

function selector(role: string, name: string): string {
  return `::-p-aria([name="${name}"][role="${role}"])`;
}

/** Somebody at a browser of their own, who finds things by their roles and names. */
export type Visitor = Awaited<ReturnType<typeof openVisitor>>;

export async function openVisitor(browser: Browser, baseUrl: string) {
  const context = await browser.createBrowserContext();
  const page: Page = await context.newPage();
  page.setDefaultTimeout(waitMs);
  await page.setViewport({ width: 1280, height: 850 });
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("console", (message) => {
    // The browser also logs requests that were refused; what was wrong with those is the server's to say.
    const isRefusal = message.text().startsWith("Failed to load resource");
    if (message.type() === "error" && !isRefusal) complaints.push(message.text());
  });
  page.on("response", (response) => {
    if (response.status() >= 500) complaints.push(`${response.status()} ${response.url()}`);
  });

  const shows = async (text: string, wanted: boolean) => {
    await page
      .waitForFunction((part: string, is: boolean) => document.body.innerText.includes(part) === is, {}, text, wanted)
      .catch(async (cause: unknown) => {
        const shown = await page.evaluate(() => document.body.innerText);
        throw new Error(`the page ${wanted ? "does not show" : "still shows"} "${text}":\n${shown}`, { cause });
      });
  };
  const focused = () =>
    page.evaluate(() => {
      const element = document.activeElement;
      if (!(element instanceof HTMLElement)) return "";
      const label = element instanceof HTMLInputElement ? element.labels?.[0]?.innerText : undefined;
      return element.ariaLabel ?? label ?? element.innerText;
    });

  return {
    page,
    /** Script errors, what the page's policy refused, and answers with status 500 or more. */
    complaints,
    focused,
    open: async (path: string): Promise<void> => {
      await page.goto(`${baseUrl}/dashboard${path}`, { waitUntil: "load" });
    },
    find: async (role: string, name: string): Promise<ElementHandle> => {
      const found = await page.waitForSelector(selector(role, name), { visible: true });
      if (!found) throw new Error(`there is no ${role} "${name}"`);
      return found;
    },
    /** Whether the element is there now. Look for something that comes with it first. */
    has: async (role: string, name: string): Promise<boolean> => {
      return (await page.$(selector(role, name))) !== null;
    },
    click: async (role: string, name: string): Promise<void> => {
      await page.locator(selector(role, name)).click();
    },
    fill: async (label: string, text: string): Promise<void> => {
      await page.locator(selector("textbox", label)).fill(text);
    },
    sees: (text: string) => shows(text, true),
    seesNoMore: (text: string) => shows(text, false),
    /** Waits until no dialog is open any more, nor fading. */
    dialogCloses: async (): Promise<void> => {
      await page.waitForSelector("[role=dialog]", { hidden: true });
    },
    /** Presses Tab until what has the focus has this name. */
    tabTo: async (name: string): Promise<void> => {
      const passed: string[] = [];
      for (let presses = 0; presses < 40; presses += 1) {
        await page.keyboard.press("Tab");
        const current = await focused();
        if (current === name) return;
        passed.push(current);
      }
      throw new Error(`Tab does not come to "${name}", only to ${passed.join(" | ")}`);
    },
    /** Waits until what has the focus has this name. */
    waitForFocus: async (name: string): Promise<void> => {
      for (const deadline = Date.now() + waitMs; (await focused()) !== name;) {
        if (Date.now() > deadline) throw new Error(`"${await focused()}" has the focus, not "${name}"`);
      }
    },
    /** The address below `/dashboard`, with its query. */
    path: (): string => {
      const { pathname, search } = new URL(page.url());
      return `${pathname.replace("/dashboard", "")}${search}`;
    },
    /** The `Cookie` header that the browser sends. */
    cookie: async (): Promise<string> => {
      return (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
    },
    close: async (): Promise<void> => {
      await context.close();
    },
  };
}

/** Signs in at the page that asks for it. */
export async function signInAs({ page, fill, click }: Visitor, { email, password }: Credentials): Promise<void> {
  await fill("E-mail", email);
  await fill("Password", password);
  await click("button", "Sign in");
  await page.waitForSelector("header");
}

/** Somebody who has signed in, at a browser of their own. */
export async function openSignedIn(browser: Browser, baseUrl: string, credentials: Credentials): Promise<Visitor> {
  const visitor = await openVisitor(browser, baseUrl);
  await visitor.open("/");
  await signInAs(visitor, credentials);
  return visitor;
}
