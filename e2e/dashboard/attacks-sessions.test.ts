import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { operations } from "@platen/contracts";
import { startEmptyPlaten, type EmptyPlaten } from "@platen/testing";
import type { Browser } from "puppeteer";
import {
  createFirstAccount,
  inviteStranger,
  signIn,
  type Credentials,
  type DashboardSession,
} from "../dashboard-session.ts";
import { buildDashboard, openVisitor, signInByForm, startBrowser, type Visitor } from "./dashboard-browser.ts";
import { startForeignSite, type ForeignSite } from "./foreign-site.ts";

jest.setTimeout(120_000);

const ada = { email: "ada@example.com", password: "correct horse battery" };

let platen: EmptyPlaten;
let browser: Browser;
let neighbour: ForeignSite;
/** The session of the first account, which invites the others. */
let first: DashboardSession;
let accounts = 0;

beforeAll(async () => {
  await buildDashboard();
  // Behind one proxy, so that tests can come from any address.
  const env = { gateway: { TRUST_PROXY: "1" } };
  platen = await startEmptyPlaten({ workers: 0, env });
  browser = await startBrowser();
  neighbour = await startForeignSite();
  first = await createFirstAccount(platen.baseUrl, ada);
  await first.call(operations.createProject, { body: { name: "Billing" } });
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await neighbour?.close();
  await platen?.stop();
});

/** The status of a request with this cookie. */
async function statusWith(cookie: string): Promise<number> {
  return (await fetch(`${platen.baseUrl}/api/dashboard/session`, { headers: { cookie } })).status;
}

/** The credentials of a new person. */
function newPerson(): Credentials {
  accounts += 1;
  return { email: `grace-${accounts}@example.com`, password: "staple gun and paper" };
}

async function visit(): Promise<Visitor> {
  const visitor = await openVisitor(browser, platen.baseUrl);
  await visitor.open("/");
  await visitor.find("button", "Sign in");
  return visitor;
}

describe("a session", () => {
  test("is in a cookie that scripts cannot read, for this host only, and not sent with forms of other sites", async () => {
    const visitor = await visit();
    await signInByForm(visitor, ada);
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

  test("is never a session that an attacker has planted in the browser", async () => {
    const mallory = await signIn(platen.baseUrl, ada);
    const planted = mallory.cookie() ?? "";
    for (const cookie of ["platen_session=chosen-by-somebody-else", planted]) {
      const visitor = await openVisitor(browser, platen.baseUrl);
      // A page of the same host on another port shares its cookies.
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

  test("is not confused with a session that an attacker plants beside it", async () => {
    const mallory = await signIn(platen.baseUrl, ada);
    const visitor = await visit();
    await signInByForm(visitor, ada);
    const planting = await visitor.page.browserContext().newPage();
    await planting.goto(neighbour.origin);
    await planting.evaluate((text) => {
      // The browser sends the cookie with the longer path first.
      document.cookie = `${text}; path=/api/dashboard`;
    }, mallory.cookie() ?? "");
    await visitor.open("/projects");
    await visitor.find("button", "Sign in");
    await visitor.close();
  });

  test("ends on the server by signing out, and going back in the browser shows nothing", async () => {
    const visitor = await visit();
    await signInByForm(visitor, ada);
    await visitor.sees("Billing");
    const held = await visitor.cookie();
    // One more page, so that there is one to go back to.
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

  test("ends on the server, in all browsers, when the password changes", async () => {
    const person = newPerson();
    const elsewhere = [
      await inviteStranger(platen.baseUrl, first, person),
      await signIn(platen.baseUrl, person),
      await signIn(platen.baseUrl, person),
    ];
    const visitor = await visit();
    await signInByForm(visitor, person);
    const old = [await visitor.cookie(), ...elsewhere.map((session) => session.cookie())];
    await visitor.open("/account");
    await visitor.fill("Current password", person.password);
    await visitor.fill("New password", "another horse entirely");
    await visitor.click("button", "Change password");
    await visitor.sees("The password is changed.");
    expect(await Promise.all(old.map((cookie) => statusWith(cookie ?? "")))).toEqual([401, 401, 401, 401]);
    expect(await statusWith(await visitor.cookie())).toBe(200);
    await visitor.close();
  });
});

test("guesses of one account's password from a hundred addresses get ten attempts, and its owner keeps working", async () => {
  const person = newPerson();
  const owner = await inviteStranger(platen.baseUrl, first, person);
  const guess = async (number: number): Promise<number> => {
    const response = await fetch(`${platen.baseUrl}/api/dashboard/session`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": `198.51.100.${number}` },
      body: JSON.stringify({ email: person.email, password: `guess ${number}` }),
    });
    await response.arrayBuffer();
    return response.status;
  };
  const statuses = await Promise.all(Array.from({ length: 100 }, (_, number) => guess(number)));
  expect(statuses.filter((status) => status === 429)).toHaveLength(90);
  // The catalog checks few passwords at once, so not each of the ten attempts gets to its check.
  expect(statuses.filter((status) => status < 400)).toEqual([]);
  expect(await owner.call(operations.getSession, {})).toMatchObject({ email: person.email });
});
