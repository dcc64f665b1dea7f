import { existsSync } from "node:fs";
import { afterAll, expect, jest, test } from "@jest/globals";
import { operations } from "@platen/contracts";
import { isProof, onlyIf, startPlaten, waitFor, type Platen } from "@platen/testing";
import { launch, type Browser } from "puppeteer";
import { signIn } from "../dashboard-session.ts";
import { buildDashboard, openVisitor, type Visitor } from "./dashboard-browser.ts";
import { openCanvas } from "./design-canvas.ts";
import { openEditor, templateNamed } from "./open-editor.ts";

/** Where Debian's package firefox-esr puts it. */
const firefoxPath = "/usr/bin/firefox-esr";
const inProofLaneWithFirefox = onlyIf(isProof && existsSync(firefoxPath));

jest.setTimeout(300_000);

let platen: Platen | undefined;
let browser: Browser | undefined;

afterAll(async () => {
  await browser?.close();
  await platen?.stop();
});

/** Finds things without `waitForFunction` and locators, which need `eval` in Firefox: the dashboard's policy refuses it. */
function lookAt({ page }: Visitor) {
  return {
    sees: (text: string) =>
      waitFor(() => page.evaluate((part) => document.body.innerText.includes(part) || undefined, text), {
        describe: `"${text}" to be shown`,
      }),
    /** Clicks the visible element with this text. */
    click: async (selector: string, text = ""): Promise<void> => {
      const { x, y } = await waitFor(
        () =>
          page.evaluate(
            (css, words) => {
              const found = [...document.querySelectorAll<HTMLElement>(css)].find(
                (element) => element.checkVisibility() && element.innerText.trim() === words,
              );
              const box = found?.getBoundingClientRect();
              return box && { x: box.x + box.width / 2, y: box.y + box.height / 2 };
            },
            selector,
            text,
          ),
        { describe: `${selector} "${text}" to be shown` },
      );
      await page.mouse.click(x, y);
    },
  };
}

inProofLaneWithFirefox(test)("Firefox signs in, opens the editor, changes a heading and publishes it", async () => {
  await buildDashboard();
  [platen, browser] = await Promise.all([
    startPlaten(),
    launch({ browser: "firefox", executablePath: firefoxPath, headless: true }),
  ]);
  const { baseUrl, account } = platen;
  const visitor = await openVisitor(browser, baseUrl);
  const { page, press } = visitor;
  const { sees, click } = lookAt(visitor);
  await page.setViewport({ width: 1440, height: 900 });
  await visitor.open("/");
  await click("input[name=email]");
  await page.keyboard.type(account.email);
  await click("input[name=password]");
  await page.keyboard.type(account.password);
  await press("Enter");
  await sees("Demo");

  const params = templateNamed(platen, "Invoice");
  await openEditor(visitor, params);
  const canvas = openCanvas(visitor);
  await canvas.isShown();
  await canvas.edit("h1");
  await press("Control", "a");
  await page.keyboard.type("Bill");
  await press("Escape");
  await canvas.reads("Bill");
  await press("Control", "z");
  await canvas.reads("Invoice");
  await press("Control", "y");
  await canvas.reads("Bill");
  await sees("1 page");

  await click("button", "Publish");
  await sees("Optional. Say what changed");
  await press("Control", "Enter");
  await sees("Version 2 of “Invoice” is published.");
  const dashboard = await signIn(baseUrl, account);
  const { html } = await dashboard.call(operations.getVersion.member, { params: { ...params, version: "2" } });
  expect(html).toContain("<h1>Bill</h1>");
  expect(visitor.takeErrors()).toEqual([]);
});
