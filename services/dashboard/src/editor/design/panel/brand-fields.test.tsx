import { beforeEach, expect, test } from "@jest/globals";
import { screen } from "@testing-library/react";
import { operations } from "@platen/contracts";
import { errorOf, startGateway } from "../../../testing/open-dashboard.tsx";
import { showInDesign } from "../../../testing/show-in-editor.tsx";
import { useDesign } from "../design-context.ts";
import { TextStyles } from "./text-styles.tsx";
import { useElementStyles } from "./use-element-styles.ts";

const gateway = startGateway();

beforeEach(() => {
  gateway.serve(operations.getBrand, {
    colours: [
      { name: "Signal blue", value: "#14438c", variable: "signal-blue" },
      { name: "Ink", value: "#1b2440", variable: "ink" },
    ],
    textFont: "Inter",
    headingFont: "Source Serif 4",
  });
  gateway.serve(operations.listAssets.member, { assets: [] });
  gateway.serve(operations.listSnippets.member, { snippets: [] });
});

/** The styles of the template's first element. */
function FirstElement() {
  const { template } = useDesign((state) => state.document);
  const [element] = template.nodes;
  if (element?.kind !== "element") throw new Error("the template begins with no element");
  return <TextStyles styles={useElementStyles(element)} />;
}

function open(html: string) {
  const page = showInDesign({ html }, <FirstElement />);
  return { ...page, html: () => page.editor.state.getState().history.present.html };
}

const field = () => screen.findByRole<HTMLInputElement>("textbox", { name: "Colour" });

test("a colour of the brand is written as its variable, and shown by its name", async () => {
  const { user, html } = open("<p>a</p>");
  const blue = await screen.findByRole("button", { name: "Colour: Signal blue" });
  await user.click(blue);
  expect(html()).toBe('<p style="color: var(--brand-signal-blue)">a</p>');
  expect((await field()).value).toBe("Signal blue");
  const pressed = screen.getAllByRole("button", { pressed: true }).map((button) => button.getAttribute("aria-label"));
  expect(pressed).toEqual(["Colour: Signal blue"]);
});

test("the typed name of a brand's colour is that colour, and another word stays a mistake", async () => {
  const { user, html } = open('<p style="color: var(--brand-ink)">a</p>');
  const colour = await field();
  await screen.findByDisplayValue("Ink");
  await user.clear(colour);
  await user.type(colour, "signal blue");
  expect(html()).toBe('<p style="color: var(--brand-signal-blue)">a</p>');
  await user.type(colour, " sky");
  expect(errorOf(colour)).not.toBe("");
  expect(html()).toBe('<p style="color: var(--brand-signal-blue)">a</p>');
});

test("the fonts of the brand come first, and are written as variables with a family of their kind", async () => {
  const { user, html } = open("<p>a</p>");
  const family = await screen.findByRole("combobox", { name: "Family" });
  await user.selectOptions(family, await screen.findByRole("option", { name: "Brand, headings: Source Serif 4" }));
  expect(html()).toBe('<p style="font-family: var(--brand-heading-font), serif">a</p>');
  const labels = screen.getAllByRole("option").map(({ textContent }) => textContent);
  const first = labels.indexOf("Brand, texts: Inter");
  expect(labels.slice(first, first + 3)).toEqual(["Brand, texts: Inter", "Brand, headings: Source Serif 4", "Inter"]);
});
