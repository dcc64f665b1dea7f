import { expect, test } from "@jest/globals";
import { operations } from "@platen/contracts";
import { screen, waitFor } from "@testing-library/react";
import { show, startGateway } from "../../testing/open-dashboard.tsx";
import { WebhooksPanel } from "./webhooks-panel.tsx";

const gateway = startGateway();

test("the secret is asked for only when it is to be shown, and hidden again", async () => {
  gateway.serve(operations.getWebhookSecret, { secret: "whsec_first" });
  const { user } = show(<WebhooksPanel isAvailable />);
  const button = await screen.findByRole("button", { name: "Show secret" });
  expect(gateway.requestsOf(operations.getWebhookSecret)).toEqual([]);
  await user.click(button);
  expect(await screen.findByText("whsec_first")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Hide secret" }));
  expect(screen.queryByText("whsec_first")).toBeNull();
});

test("a new secret is shown at once, after a question that says how long the old one signs too", async () => {
  gateway.serve(operations.getWebhookSecret, { secret: "whsec_first", previousUntil: null });
  gateway.serve(operations.rotateWebhookSecret, {});
  const { user } = show(<WebhooksPanel isAvailable />);
  await user.click(await screen.findByRole("button", { name: "Make a new secret" }));
  expect((await screen.findByText(/The current secret signs them too for 24 hours/)).textContent).toMatch(/until/);
  expect(gateway.requestsOf(operations.rotateWebhookSecret)).toEqual([]);
  gateway.serve(operations.getWebhookSecret, { secret: "whsec_second", previousUntil: "2026-02-01T09:00:00.000Z" });
  await user.click(screen.getByRole("button", { name: "Replace the secret" }));
  expect(await screen.findByText("whsec_second")).toBeTruthy();
  expect(screen.getByText(/The secret before this one signs too until 1 Feb 2026/)).toBeTruthy();
});

test("an editor sees no secret", async () => {
  show(
    <>
      <WebhooksPanel isAvailable />
      <p>the end</p>
    </>,
    { role: "editor" },
  );
  await screen.findByText("the end");
  expect(screen.queryByText("Webhooks")).toBeNull();
});

test("an installation without SECRETS_KEY says how its operator sets one", async () => {
  show(<WebhooksPanel isAvailable={false} />);
  await waitFor(() => expect(screen.getByText(/This installation sends no webhooks yet/)).toBeTruthy());
  expect(screen.queryByRole("button")).toBeNull();
});
