import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { operations } from "@platen/contracts";
import { startEmptyPlaten, type EmptyPlaten } from "@platen/testing";
import type { Browser } from "puppeteer";
import { inviteStranger, openDashboard, signIn, type DashboardSession } from "../dashboard-session.ts";
import { buildDashboard, openVisitor, signInAs, startBrowser, type Visitor } from "./dashboard-browser.ts";
import { startForeignSite, type ForeignSite } from "./foreign-site.ts";

jest.setTimeout(120_000);

const ada = { email: "ada@example.com", password: "correct horse battery" };
const grace = { email: "grace@example.com", password: "staple gun and paper" };

let platen: EmptyPlaten;
let browser: Browser;
let neighbour: ForeignSite;
let first: DashboardSession;

beforeAll(async () => {
  await buildDashboard();
  // Behind one proxy, so that tests can come from any address.
  const env = { gateway: { TRUST_PROXY: "1" } };
  platen = await startEmptyPlaten({ workers: 0, env });
  browser = await startBrowser();
  neighbour = await startForeignSite();
  first = openDashboard(platen.baseUrl);
  await first.call(operations.setUpFirstAccount, { body: ada });
  await first.call(operations.createProject, { body: { name: "Billing" } });
  await inviteStranger(platen.baseUrl, first, grace);
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await neighbour?.close();
  await platen?.stop();
});

/** What the API answers to somebody with this cookie. */
async function statusWith(cookie: string): Promise<number> {
  return (await fetch(`${platen.baseUrl}/api/dashboard/session`, { headers: { cookie } })).status;
}

async function visit(): Promise<Visitor> {
  const visitor = await openVisitor(browser, platen.baseUrl);
  await visitor.open("/");
  await visitor.find("button", "Sign in");
  return visitor;
}

describe("a session", () => {
  test("is in a cookie that no script sees, for this host alone, and not sent along from other sites' forms", async () => {
    const visitor = await visit();
    await signInAs(visitor, ada);
    const cookies = await visitor.page.browserContext().cookies();
    expect(cookies).toMatchObject([
      { name: "platen_session", httpOnly: true, sameSite: "Lax", path: "/", domain: "127.0.0.1" },
    ]);
    expect(await visitor.page.evaluate(() => [document.cookie, localStorage.length, sessionStorage.length])).toEqual([
      "",
      expect.any(Number),
      expect.any(Number),
    ]);
    const stored = await visitor.page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
    expect(stored).not.toContain(cookies[0]?.value);
    await visitor.close();
  });

  test("is never one that somebody else has put into the browser before", async () => {
    const mallory = await signIn(platen.baseUrl, ada);
    const planted = mallory.cookie() ?? "";
    for (const cookie of ["platen_session=chosen-by-somebody-else", planted]) {
      const visitor = await openVisitor(browser, platen.baseUrl);
      // A page of the same host at another port shares its cookies.
      await visitor.page.goto(neighbour.origin);
      await visitor.page.evaluate((text) => {
        document.cookie = `${text}; path=/`;
      }, cookie);
      await visitor.open("/sign-in");
      const status = await visitor.page.evaluate(async (body) => {
        const headers = { "content-type": "application/json" };
        return (await fetch("/api/dashboard/session", { method: "POST", headers, body })).status;
      }, JSON.stringify(ada));
      const held = await visitor.cookie();
      expect(status).toBe(201);
      expect(held).toMatch(/^platen_session=[\w-]{43}$/);
      expect(held).not.toBe(cookie);
      expect(await statusWith(held)).toBe(200);
      await visitor.close();
    }
    expect(await statusWith("platen_session=chosen-by-somebody-else")).toBe(401);
  });

  test("is not mixed up with one that somebody plants beside it", async () => {
    const mallory = await signIn(platen.baseUrl, ada);
    const visitor = await visit();
    await signInAs(visitor, ada);
    const planting = await visitor.page.browserContext().newPage();
    await planting.goto(neighbour.origin);
    await planting.evaluate((text) => {
      // A longer path goes first.
      document.cookie = `${text}; path=/api/dashboard`;
    }, mallory.cookie() ?? "");
    await visitor.open("/projects");
    await visitor.find("button", "Sign in");
    await visitor.close();
  });

  test("ends on the server when signed out, and with it what the browser would show again", async () => {
    const visitor = await visit();
    await signInAs(visitor, ada);
    await visitor.sees("Billing");
    const held = await visitor.cookie();
    // One step on, so that there is one back.
    await visitor.open("/account");
    await visitor.click("button", `Account of ${ada.email}`);
    await visitor.click("menuitem", "Sign out");
    await visitor.find("button", "Sign in");
    expect(await statusWith(held)).toBe(401);
    expect(await visitor.cookie()).toBe("");
    await visitor.page.goBack();
    await visitor.find("button", "Sign in");
    await visitor.seesNoMore("Billing");
    expect(await statusWith(first.cookie() ?? "")).toBe(200);
    await visitor.close();
  });

  test("ends on the server, wherever it is, when the password is changed", async () => {
    const elsewhere = await Promise.all([signIn(platen.baseUrl, ada), signIn(platen.baseUrl, ada)]);
    const visitor = await visit();
    await signInAs(visitor, ada);
    const old = [await visitor.cookie(), first.cookie(), ...elsewhere.map((session) => session.cookie())];
    await visitor.open("/account");
    await visitor.fill("Current password", ada.password);
    await visitor.fill("New password", "another horse entirely");
    await visitor.click("button", "Change password");
    await visitor.sees("The password is changed.");
    ada.password = "another horse entirely";
    expect(await Promise.all(old.map((cookie) => statusWith(cookie ?? "")))).toEqual([401, 401, 401, 401]);
    expect(await statusWith(await visitor.cookie())).toBe(200);
    first = await signIn(platen.baseUrl, ada);
    await visitor.close();
  });
});

describe("guessing", () => {
  async function guess(email: string, password: string, address: string): Promise<number> {
    const response = await fetch(`${platen.baseUrl}/api/dashboard/session`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": address },
      body: JSON.stringify({ email, password }),
    });
    await response.arrayBuffer();
    return response.status;
  }

  /** Guesses a few at a time; gives how many guesses were turned away unheard. */
  async function turnedAway(guesses: readonly (readonly [email: string, address: string])[]): Promise<number> {
    const statuses: number[] = [];
    for (let done = 0; done < guesses.length; done += 4) {
      const few = guesses.slice(done, done + 4);
      statuses.push(...(await Promise.all(few.map(([email, address]) => guess(email, `guess ${done}`, address)))));
    }
    expect(statuses.filter((status) => status < 400)).toEqual([]);
    return statuses.filter((status) => status === 429).length;
  }

  /** How many passwords the catalog has looked at; each costs it a hash. */
  function looksAtPasswords(): number {
    return platen.processes.catalog.logs().filter(({ operationId }) => operationId === "signIn").length;
  }

  test("one account's password from five hundred addresses gets ten tries, and its owner works on", async () => {
    const before = looksAtPasswords();
    const guesses = Array.from(
      { length: 500 },
      (_, index) => [ada.email, `198.51.${index % 100}.${index % 7}`] as const,
    );
    expect(await turnedAway(guesses)).toBe(490);
    const looks = looksAtPasswords() - before;
    expect(looks).toBeGreaterThan(0);
    expect(looks).toBeLessThanOrEqual(10);
    expect(await first.call(operations.getSession, {})).toMatchObject({ email: ada.email });
    await first.call(operations.createProject, { body: { name: "While somebody guesses" } });
  });

  test("many accounts' passwords from one address gets a hundred tries, and other addresses work on", async () => {
    const guesses = Array.from({ length: 300 }, (_, index) => [`nobody-${index}@example.com`, "203.0.113.9"] as const);
    expect(await turnedAway(guesses)).toBe(200);
    expect(await guess("nobody-0@example.com", "guess", "203.0.113.10")).toBe(401);
  });

  test("whether there is an account is answered in the same words", async () => {
    const answers = await Promise.all(
      [grace.email, "nobody@example.com"].map(async (email) => {
        const response = await fetch(`${platen.baseUrl}/api/dashboard/session`, {
          method: "POST",
          headers: { "content-type": "application/json", "x-request-id": "the-same-for-both" },
          body: JSON.stringify({ email, password: "wrong" }),
        });
        const { date: _, ...headers } = Object.fromEntries(response.headers);
        return { status: response.status, headers, body: await response.text() };
      }),
    );
    expect(answers[0]).toEqual(answers[1]);
  });
});
