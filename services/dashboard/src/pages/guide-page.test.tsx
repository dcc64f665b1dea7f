import { expect, test } from "@jest/globals";
import { screen, within } from "@testing-library/react";
import { paths } from "../paths.ts";
import { openDashboard, startGateway } from "../testing/open-dashboard.tsx";

startGateway();

// Here, each document has one heading, which names its file.

test("the guide begins with the tasks that need no HTML, and lists the headings of the open document", async () => {
  openDashboard("/guide");
  expect(await screen.findByRole("heading", { name: "Design, task by task" })).toBeTruthy();
  const list = within(screen.getByRole("navigation", { name: "Guide" }));
  const heading = await list.findByRole("link", { name: "About design" });
  expect(heading.getAttribute("href")).toBe("/dashboard/guide/design#about");
  expect(list.queryByRole("link", { name: "About templates" })).toBeNull();
  expect(list.getByRole("link", { name: "Design, task by task" }).getAttribute("aria-current")).toBe("page");
});

test("the search finds parts of all documents, and a result leads there", async () => {
  const { user, address } = openDashboard(paths.guide("design"));
  const search = await screen.findByRole("textbox", { name: "Search the guide" });
  await user.type(search, "moon");
  expect(await screen.findByText("Nothing in the guide has these words.")).toBeTruthy();
  await user.clear(search);
  await user.type(search, "about snippets");
  await user.click(await screen.findByRole("link", { name: "About snippets" }));
  expect(await screen.findByRole("heading", { name: "Snippets and layouts" })).toBeTruthy();
  expect(address()).toBe("/guide/snippets");
  expect(await screen.findByRole("heading", { name: "About snippets" })).toBeTruthy();
});
