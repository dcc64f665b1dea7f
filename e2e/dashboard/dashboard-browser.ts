import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { testChromiumPath } from "@platen/testing";
import { launch, type Browser, type ElementHandle, type KeyInput, type Page } from "puppeteer";
import { signIn, type Credentials, type DashboardSession } from "../dashboard-session.ts";

const run = promisify(execFile);

/** Builds the dashboard if its sources have changed. The gateway reads it when it starts. */
export async function buildDashboard(): Promise<void> {
  await run(process.execPath, [resolve(import.meta.dirname, "../../services/dashboard/build.ts")]);
}

/** Starts a browser for our own pages, without a sandbox, because Chromium has none for root. */
export async function startBrowser(...args: string[]): Promise<Browser> {
  return launch({ executablePath: await testChromiumPath(), headless: "shell", args: ["--no-sandbox", ...args] });
}

/** How often a page is read while it does not show what it should. Each reading lays the page out. */
const readingIntervalMs = 50;
/** Many times what a step takes, because other programs may take most of the processor. */
const waitMs = 60_000;

function selector(role: string, name: string): string {
  return `::-p-aria([name="${name}"][role="${role}"])`;
}

/** The focused element's label or text. Runs inside the page. */
function focusedName(): string {
  const element = document.activeElement;
  if (!(element instanceof HTMLElement)) return "";
  const label = element instanceof HTMLInputElement ? element.labels?.[0]?.innerText : undefined;
  return element.ariaLabel ?? label ?? element.innerText;
}

/** A user with a browser profile of their own, who finds elements by role and name. */
export type Visitor = Awaited<ReturnType<typeof openVisitor>>;

export async function openVisitor(browser: Browser, baseUrl: string) {
  const context = await browser.createBrowserContext();
  const page: Page = await context.newPage();
  page.setDefaultTimeout(waitMs);
  await page.setViewport({ width: 1280, height: 850 });
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => {
    // The browser also logs refused requests, which may be part of a test.
    const isRefusal = message.text().startsWith("Failed to load resource");
    if (message.type() === "error" && !isRefusal) errors.push(message.text());
  });
  page.on("response", (response) => {
    if (response.status() >= 500) errors.push(`${response.status()} ${response.url()}`);
  });

  // A page with unsaved edits asks before it is left. The user leaves all the same.
  page.on("dialog", (dialog) => {
    if (dialog.type() === "beforeunload") void dialog.accept();
  });

  const shows = async (text: string, wanted: boolean) => {
    await page
      .waitForFunction(
        (part: string, is: boolean) => document.body.innerText.includes(part) === is,
        { polling: readingIntervalMs },
        text,
        wanted,
      )
      .catch(async (cause: unknown) => {
        const shown = await page.evaluate(() => document.body.innerText);
        throw new Error(`The page ${wanted ? "does not show" : "still shows"} "${text}":\n${shown}`, { cause });
      });
  };
  const focused = () => page.evaluate(focusedName);
  const find = async (role: string, name: string): Promise<ElementHandle> => {
    const found = await page.waitForSelector(selector(role, name), { visible: true });
    if (!found) throw new Error(`The page has no ${role} "${name}".`);
    return found;
  };
  const press = async (...keys: KeyInput[]): Promise<void> => {
    const held = keys.slice(0, -1);
    for (const key of held) await page.keyboard.down(key);
    for (const key of keys.slice(-1)) await page.keyboard.press(key);
    for (const key of held) await page.keyboard.up(key);
  };

  const goTo = async (path: string): Promise<void> => {
    await page.evaluate((url) => {
      history.pushState(null, "", url);
      dispatchEvent(new PopStateEvent("popstate"));
    }, `/dashboard${path}`);
  };

  return {
    page,
    /** Script errors, violations of the content security policy, and answers with status 500 or more. */
    errors,
    /** Returns the errors so far and forgets them, so that one test's errors do not fail the next. */
    takeErrors: (): string[] => errors.splice(0),
    focused,
    open: async (path: string): Promise<void> => {
      await page.goto(`${baseUrl}/dashboard${path}`, { waitUntil: "load" });
    },
    /** Opens a page of the loaded dashboard as the Back button does, without loading the dashboard again. */
    goTo,
    /** Opens a page of the loaded dashboard, by way of a page without content: what was open before is gone then. */
    show: async (path: string): Promise<void> => {
      // Closes what belongs to no page: the menu of the account, and the switcher.
      await press("Escape");
      await goTo("/nowhere");
      await shows("Page not found", true);
      // A dialog that fades out takes the clicks of the next page.
      await page.waitForSelector("[role=dialog], [role=menu]", { hidden: true });
      await goTo(path);
    },
    find,
    /** Presses keys together: `press("Control", "s")`. */
    press,
    /** Writes at the beginning of the HTML in the Code view. */
    writeHtml: async (text: string): Promise<void> => {
      await (await find("textbox", "HTML")).focus();
      await press("Control", "Home");
      await page.keyboard.sendCharacter(text);
    },
    /** Whether the element is there now. Wait for something that appears together with it first. */
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
    /** Waits until no dialog is open or fading out. */
    dialogCloses: async (): Promise<void> => {
      await page.waitForSelector("[role=dialog]", { hidden: true });
    },
    /** Presses Tab until the element with this name has the focus. */
    tabTo: async (name: string): Promise<void> => {
      const passed: string[] = [];
      for (let presses = 0; presses < 40; presses += 1) {
        await page.keyboard.press("Tab");
        const current = await focused();
        if (current === name) return;
        passed.push(current);
      }
      throw new Error(`Tab does not reach "${name}", only ${passed.join(" | ")}.`);
    },
    /** Waits until the element with this name has the focus. */
    waitForFocus: async (name: string): Promise<void> => {
      await page.waitForFunction(`(${focusedName.toString()})() === ${JSON.stringify(name)}`).catch(async (cause) => {
        throw new Error(`"${await focused()}" has the focus, not "${name}".`, { cause });
      });
    },
    /** The address below `/dashboard`, with its query. */
    path: (): string => {
      const { pathname, search } = new URL(page.url());
      return `${pathname.replace("/dashboard", "")}${search}`;
    },
    /** Gives the browser the cookie of a session, so that it is signed in without the form. */
    takeSession: async (dashboard: DashboardSession): Promise<void> => {
      const [name = "", value = ""] = (dashboard.cookie() ?? "").split("=");
      const { hostname: domain } = new URL(baseUrl);
      await context.setCookie({ name, value, domain, path: "/", httpOnly: true, sameSite: "Lax" });
    },
    /** The cookies of sessions that the browser sends. */
    cookie: async (): Promise<string> => {
      const held = (await context.cookies()).filter(({ name }) => name.endsWith("_session"));
      return held.map(({ name, value }) => `${name}=${value}`).join("; ");
    },
    close: async (): Promise<void> => {
      await context.close();
    },
  };
}

/** Signs in with the form of the open page. Only tests of sign-in and of cookies need this. */
export async function signInByForm({ page, fill, click }: Visitor, { email, password }: Credentials): Promise<void> {
  await fill("E-mail", email);
  await fill("Password", password);
  await click("button", "Sign in");
  await page.waitForSelector("header");
}

/** Opens the dashboard with a session; without one, it signs in first. */
export async function openSignedIn(
  browser: Browser,
  baseUrl: string,
  by: Credentials | DashboardSession,
): Promise<Visitor> {
  const visitor = await openVisitor(browser, baseUrl);
  await visitor.takeSession("cookie" in by ? by : await signIn(baseUrl, by));
  await visitor.open("/");
  await visitor.page.waitForSelector("header");
  return visitor;
}
