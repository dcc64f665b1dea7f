import { beforeEach, expect, test } from "@jest/globals";
import { operations } from "@platen/contracts";
import { screen, waitFor } from "@testing-library/react";
import { paths } from "../paths.ts";
import { choose, openDashboard, projectId, startGateway, templateId } from "../testing/open-dashboard.tsx";

const gateway = startGateway();
const templateKey = { projectId, templateId };
const address = paths.versions(templateKey);

beforeEach(() => {
  gateway.serve(operations.getTemplate.member, { name: "Invoice", version: 2 });
  gateway.serve(operations.listVersions.member, {
    versions: [
      { version: 2, note: "VAT in the footer", publishedBy: { email: "anna@example.com" } },
      { version: 1, note: "" },
    ],
    pagination: { total: 2 },
  });
});

test("an older version becomes live in one click, which the message takes back", async () => {
  gateway.serve(operations.makeVersionCurrent.member, {});
  const { user } = openDashboard(address);
  expect(await screen.findByText("Live")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Make live: version 1" }));
  expect(await screen.findByText("Version 1 of “Invoice” is live.")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Undo (back to v2)" }));
  expect(await screen.findByText("Version 2 of “Invoice” is live.")).toBeTruthy();
  expect(gateway.requestsOf(operations.makeVersionCurrent.member)).toEqual([
    { params: { ...templateKey, version: 1 }, body: { current: 2 } },
    { params: { ...templateKey, version: 2 }, body: { current: 1 } },
  ]);
});

test("a version that someone else has replaced is not made live, and the reason is told", async () => {
  gateway.refuse(operations.makeVersionCurrent.member, {
    code: "template.edit_conflict",
    message: "Version 3 is live now.",
  });
  const { user } = openDashboard(address);
  await user.click(await screen.findByRole("button", { name: "Make live: version 1" }));
  expect(await screen.findByText("Version 3 is live now.")).toBeTruthy();
});

test("a version is restored against the revision of the draft that the question was about", async () => {
  gateway.serve(operations.getDraft.member, { revision: 9 });
  gateway.refuse(operations.restoreVersion.member, {
    code: "template.edit_conflict",
    message: "The draft has changed.",
  });
  const { user } = openDashboard(address);
  await choose(user, "version 1", "Restore");
  expect(await screen.findByText(/Unpublished changes in the draft are lost/)).toBeTruthy();
  await waitFor(() => expect(gateway.requestsOf(operations.getDraft.member)).toHaveLength(1));
  await user.click(screen.getByRole("button", { name: "Restore version" }));
  expect((await screen.findByRole("alert")).textContent).toBe("The draft has changed.");
  expect(gateway.requestsOf(operations.restoreVersion.member)).toEqual([
    { params: { ...templateKey, version: 1 }, body: { revision: 9 } },
  ]);
});

test("a viewer compares versions and changes none", async () => {
  gateway.serve(operations.getProject, { role: "viewer" });
  const { user } = openDashboard(address);
  await user.click(await screen.findByRole("button", { name: "Actions for version 2" }));
  expect((await screen.findAllByRole("menuitem")).map(({ textContent }) => textContent)).toEqual([
    "View",
    "Compare with the draft",
    "Compare with version 1",
  ]);
  expect(screen.queryByRole("button", { name: /Make live/ })).toBeNull();
});

test("a deleted template says so beside the project's rail and leads to its list", async () => {
  gateway.refuse(operations.getTemplate.member, { code: "template.not_found" });
  gateway.refuse(operations.listVersions.member, { code: "template.not_found" });
  openDashboard(address);
  expect(await screen.findByText("This template does not exist, or it has been deleted.")).toBeTruthy();
  expect(screen.getByRole("navigation", { name: "Project" })).toBeTruthy();
});

test("a version shows every part of its source unchanged", async () => {
  const html = "<h1>Bill</h1>\r\n\u2028<p>e\u0301 請求</p>\t ";
  gateway.serve(operations.getVersion.member, {
    version: 1,
    html,
    css: "",
    dataSets: [{ name: "Usual", json: "{\r\n}" }],
  });
  gateway.refuse(operations.previewTemplate, { code: "queue.full" });
  const { user } = openDashboard(paths.version({ ...templateKey, version: 1 }));
  for (const [name, text] of [
    ["HTML", html],
    ["Data “Usual”", "{\r\n}"],
  ] as const) {
    await user.click(await screen.findByRole("tab", { name }));
    const region = await screen.findByRole("region", { name });
    expect(region.querySelector("code")?.textContent).toBe(text);
  }
});

test.each([
  ["<h1>Bill</h1>\n<p>{{due}}</p>", "The draft has the same HTML."],
  ["<h1>Invoice</h1>\n\n<p>{{due}}</p>", "The HTML of the draft has changed since this version"],
])("a version marks the line of an address, and leads to it in a draft with the HTML %j", async (html, note) => {
  gateway.serve(operations.getVersion.member, { version: 1, html: "<h1>Bill</h1>\n<p>{{due}}</p>", css: "" });
  gateway.serve(operations.getDraft.member, { html, css: "" });
  openDashboard(paths.versionAt({ ...templateKey, version: 1, part: "html", line: 2 }));
  expect((await screen.findByText(/^Line 2 is marked/)).textContent).toContain(note);
  const link = screen.getByRole("link", { name: "Open the draft at line 2" });
  expect(link.getAttribute("href")).toBe(
    `/dashboard${paths.templateAt({ ...templateKey, part: "html", line: 2, column: 1 })}`,
  );
  expect(screen.getByRole("region", { name: "HTML" }).querySelector("pre > span")).not.toBeNull();
});

test("two versions are compared part by part, with the changed words marked", async () => {
  gateway.serve(operations.getVersion.member, ({ params: { version } }) => ({
    version,
    html: `<h1>${version === 1 ? "Bill" : "Invoice"} {{number}}</h1>`,
    css: "",
    dataSets: [],
  }));
  openDashboard(`${paths.compare({ ...templateKey, from: 1, to: 2 })}&view=source`);
  const region = await screen.findByRole("region", { name: "Changes of HTML" });
  expect([...region.querySelectorAll("mark")].map(({ textContent }) => textContent)).toEqual(["Bill", "Invoice"]);
  expect(screen.queryByRole("region", { name: "Changes of CSS" })).toBeNull();
});
