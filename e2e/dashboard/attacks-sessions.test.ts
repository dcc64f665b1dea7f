import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { operations } from "@platen/contracts";
import { startPlaten, waitFor, type Platen } from "@platen/testing";
import type { Browser, Frame, Page } from "puppeteer";
import { signIn, type DashboardSession } from "../dashboard-session.ts";
import { buildDashboard, openVisitor, signInByForm, startBrowser, type Visitor } from "./dashboard-browser.ts";
import { startForeignSite, type ForeignSite } from "./foreign-site.ts";
import { forgedRequests, type Aim, type ForgedRequest } from "./forged-requests.ts";

const attackTimeoutMs = 5_000;

let platen: Platen;
let browser: Browser;
let victim: Visitor;
let dashboard: DashboardSession;
let site: ForeignSite;
let aim: Aim;

beforeAll(async () => {
  await buildDashboard();
  platen = await startPlaten({ workers: 0 });
  browser = await startBrowser("--host-resolver-rules=MAP evil.test 127.0.0.1");
  // By the form, so that the browser has the cookie with the attributes that the server sets.
  victim = await openVisitor(browser, platen.baseUrl);
  await victim.open("/");
  await signInByForm(victim, platen.account);
  await victim.sees("Demo");
  dashboard = await signIn(platen.baseUrl, platen.account);
  const api = `${platen.baseUrl}/api/dashboard`;
  site = await startForeignSite({
    "/onward": { status: 307, headers: { location: `${api}/projects`, "access-control-allow-origin": "*" } },
    "/reports": {
      headers: { "content-security-policy": `img-src 'none'; report-uri ${api}/projects` },
      body: '<!doctype html><img src="a.png">',
    },
  });
  aim = { api, site: site.origin, projectId: platen.projectId };
});

afterAll(async () => {
  await browser?.close();
  await site?.close();
  await platen?.stop();
});

/** Everything that a forged request could have changed. */
async function state(): Promise<object> {
  const params = { projectId: platen.projectId };
  return {
    projects: await dashboard.call(operations.listMemberProjects, {}),
    keys: await dashboard.call(operations.listApiKeys, { params }),
    templates: await dashboard.call(operations.listTemplates.member, { params }),
    members: await dashboard.call(operations.listMembers, { params }),
    invitations: await dashboard.call(operations.listInvitations, { params }),
    cookie: await victim.cookie(),
  };
}

type Answer = { method: string; status: number; operationId: unknown; problemCode: unknown };

/** The answers in the gateway's log so far. */
function answers(): Answer[] {
  return platen.processes.gateway.logs().flatMap(({ message, method, status, operationId, problemCode }) => {
    const isRequest = message === "request" && typeof method === "string" && typeof status === "number";
    return isRequest ? [{ method, status, operationId, problemCode }] : [];
  });
}

/** Whether a request, or its CORS preflight, was refused. */
function isRefusal({ method, status, problemCode }: Answer): boolean {
  return (status === 403 && problemCode === "auth.cross_site") || (method === "OPTIONS" && status === 405);
}

/** Runs the script of an attack, and returns what it sees. A script that waits too long sees nothing. */
async function run(where: Page | Frame, { script, leaves }: ForgedRequest): Promise<string> {
  const attack = `(async (aim) => { try { ${script} } catch { return "nothing"; } })(${JSON.stringify(aim)})`;
  const isTooLate = `new Promise((resolve) => setTimeout(resolve, ${attackTimeoutMs}, "nothing"))`;
  // A page that navigates away may never return a result, so it returns one before.
  const expression =
    leaves === true ? `setTimeout(() => ${attack}), "nothing"` : `Promise.race([${attack}, ${isTooLate}])`;
  return String(await where.evaluate(expression));
}

/** The origins of attacks: pages or frames outside the dashboard, with the statuses of their requests that only read. */
const attackers: readonly [string, number[], (page: Page) => Promise<Page | Frame>][] = [
  [
    "another port of the same host",
    // For a browser, this is the same site, so it sends the cookie.
    [200],
    async (page) => {
      await page.goto(site.origin);
      return page;
    },
  ],
  [
    "another host",
    [200, 401],
    async (page) => {
      await page.goto(`http://evil.test:${site.port}/`);
      return page;
    },
  ],
  [
    "a frame without an origin",
    [401],
    async (page) => {
      await page.goto(site.origin);
      const element = await page.evaluateHandle(async () => {
        const frame = document.createElement("iframe");
        frame.setAttribute("sandbox", "allow-scripts allow-forms");
        frame.srcdoc = "<!doctype html><title>Sandboxed</title>";
        document.body.append(frame);
        await new Promise((resolve) => frame.addEventListener("load", resolve, { once: true }));
        return frame;
      });
      return element.contentFrame();
    },
  ],
];

describe.each(attackers)("%s", (_name, looks, open) => {
  test("can change nothing with forged requests, and cannot see the answers", async () => {
    const before = await state();
    const already = answers().length;
    const seen: [string, string][] = [];
    const unanswered: string[] = [];
    const forge = async (where: Page | Frame, request: ForgedRequest) => {
      const count = answers().length;
      seen.push([request.name, await run(where, request)]);
      const isAnswered = () => answers().length > count;
      await waitFor(isAnswered, { describe: request.name }).catch(() => unanswered.push(request.name));
    };
    // One page for all requests, because opening a page takes longer than a request.
    const page = await victim.page.browserContext().newPage();
    const where = await open(page);
    for (const request of forgedRequests.filter(({ leaves }) => leaves !== true)) {
      await forge(where, request);
      await where.evaluate(() => document.body.replaceChildren());
    }
    for (const request of forgedRequests.filter(({ leaves }) => leaves === true)) {
      const leaving = await open(page);
      const left = leaving.waitForNavigation({ timeout: attackTimeoutMs }).catch(() => undefined);
      await forge(leaving, request);
      // Otherwise this navigation would interfere with the next.
      await left;
    }
    await page.close();
    const given = answers().slice(already);
    const tries = given.filter(({ method }) => method !== "GET");
    expect(unanswered).toEqual([]);
    expect(seen.filter(([, text]) => text !== "nothing")).toEqual([]);
    expect(tries.length).toBeGreaterThanOrEqual(forgedRequests.filter(({ isWrite }) => isWrite).length);
    expect(tries.filter((answer) => !isRefusal(answer))).toEqual([]);
    const looked = given.filter(({ method, operationId }) => method === "GET" && operationId === "getSession");
    expect(new Set(looked.map(({ status }) => status))).toEqual(new Set(looks));
    expect(await state()).toEqual(before);
    await victim.open("/projects");
    await victim.sees("Demo");
  });
});

test("the same requests succeed from the dashboard itself", async () => {
  await victim.open("/account");
  await victim.sees(platen.account.email);
  const [create, rename] = ["a request with JSON", "a renaming"].map((wanted) =>
    forgedRequests.find(({ name }) => name === wanted),
  );
  if (!create || !rename) throw new Error("The list of forged requests has other names.");
  expect(JSON.parse(await run(victim.page, create))).toMatchObject({ success: true, data: { name: "Forged" } });
  const { projects } = await dashboard.call(operations.listMemberProjects, {});
  const projectId = projects.find(({ name }) => name === "Forged")?.projectId ?? "";
  await dashboard.call(operations.deleteProject, { params: { projectId } });
  expect(JSON.parse(await run(victim.page, rename))).toMatchObject({ success: true, data: { name: "Forged" } });
  const params = { projectId: platen.projectId };
  await dashboard.call(operations.renameProject, { params, body: { name: "Demo" } });
});

test("another site cannot frame any page of the dashboard", async () => {
  const page = await victim.page.browserContext().newPage();
  await page.goto(site.origin);
  for (const path of ["/dashboard", "/dashboard/projects", "/dashboard/canvas", "/docs", "/api/v1/openapi.json"]) {
    const refused = new Promise<string>((resolve) => {
      page.once("requestfailed", (request) => resolve(`${request.url()} ${request.failure()?.errorText}`));
    });
    await page.evaluate((src) => {
      document.body.append(Object.assign(document.createElement("iframe"), { src }));
    }, platen.baseUrl + path);
    expect(await refused).toBe(`${platen.baseUrl}${path} net::ERR_BLOCKED_BY_RESPONSE`);
  }
  await page.close();
});

/** The status of a request with this cookie. */
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
  test("is in a cookie that scripts cannot read, for this host only, and not sent with forms of other sites", async () => {
    const visitor = await visit();
    await signInByForm(visitor, platen.account);
    const cookies = await visitor.page.browserContext().cookies();
    const guarded = { httpOnly: true, sameSite: "Lax", path: "/", domain: "127.0.0.1" };
    expect(cookies.toSorted((one, other) => other.name.localeCompare(one.name))).toMatchObject([
      { name: "platen_session", ...guarded },
      { name: "platen_device", ...guarded },
    ]);
    expect(await visitor.page.evaluate(() => [document.cookie, localStorage.length, sessionStorage.length])).toEqual([
      "",
      expect.any(Number),
      expect.any(Number),
    ]);
    const stored = await visitor.page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
    for (const { value } of cookies) expect(stored).not.toContain(value);
    await visitor.close();
  });

  test("is never a session that an attacker has planted in the browser", async () => {
    const mallory = await signIn(platen.baseUrl, platen.account);
    const planted = mallory.cookie() ?? "";
    for (const cookie of ["platen_session=chosen-by-somebody-else", planted]) {
      const visitor = await openVisitor(browser, platen.baseUrl);
      // A page of the same host on another port shares its cookies.
      await visitor.page.goto(site.origin);
      await visitor.page.evaluate((text) => {
        document.cookie = `${text}; path=/`;
      }, cookie);
      await visitor.open("/sign-in");
      const status = await visitor.page.evaluate(async (body) => {
        const headers = { "content-type": "application/json" };
        return (await fetch("/api/dashboard/session", { method: "POST", headers, body })).status;
      }, JSON.stringify(platen.account));
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
    const mallory = await signIn(platen.baseUrl, platen.account);
    const visitor = await visit();
    await signInByForm(visitor, platen.account);
    const planting = await visitor.page.browserContext().newPage();
    await planting.goto(site.origin);
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
    await signInByForm(visitor, platen.account);
    await visitor.sees("Demo");
    const held = await visitor.cookie();
    // One more page, so that there is one to go back to.
    await visitor.open("/account");
    await visitor.click("button", `Account of ${platen.account.email}`);
    await visitor.click("menuitem", "Sign out");
    await visitor.find("button", "Sign in");
    expect(await statusWith(held)).toBe(401);
    expect(await visitor.cookie()).toBe("");
    await visitor.page.goBack();
    await visitor.find("button", "Sign in");
    await visitor.seesNoMore("Demo");
    expect(await statusWith(dashboard.cookie() ?? "")).toBe(200);
    await visitor.close();
  });
});
