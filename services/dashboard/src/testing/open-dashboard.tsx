import { afterAll, afterEach, beforeAll, beforeEach, jest } from "@jest/globals";
import { MantineProvider } from "@mantine/core";
import { operations, type ResponseOutput } from "@platen/contracts";
import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, configure, render, screen } from "@testing-library/react";
import { PointerEventsCheckLevel, userEvent, type UserEvent } from "@testing-library/user-event";
import type { ReactNode } from "react";
import { createMemoryRouter, RouterProvider, type RouteObject } from "react-router";
import { queryClient } from "../api/query-client.ts";
import { ProjectContext } from "../components/project-context.ts";
import { basePath } from "../paths.ts";
import { routes } from "../routes.tsx";
import { closeToast, toasts } from "../ui/toast.ts";
import { theme } from "../ui/theme.ts";
import { Toasts } from "../ui/toasts.tsx";
import { FakeGateway } from "./fake-gateway.ts";
import { sampleOf, type Stated } from "./sample.ts";

/** The ids of the contract's examples, which all answers have that state no others. */
export const projectId = "prj_01jd3k8v7n2q4r6s8t0v2w4x6z";
export const templateId = "tpl_01jd3k8v7n2q4r6s8t0v2w4x6z";

export type OpenPage = {
  user: UserEvent;
  /** The address of the page that is open now, below `/dashboard`. */
  address: () => string;
};

// A failed request waits before it is repeated, and answers are forgotten after a time. Tests do neither.
const { queries } = queryClient.getDefaultOptions();
queryClient.setDefaultOptions({
  queries: { ...queries, retryDelay: 0, gcTime: Infinity },
  mutations: { gcTime: Infinity },
});
configure({
  // A machine that runs browsers beside these tests takes seconds for a dialog.
  asyncUtilTimeout: 30_000,
  // All elements with their classes would hide the message.
  getElementError: (message) => new Error(`${message ?? ""}\n\nThe page says: ${document.body.textContent}`),
});

/** Starts a gateway for the tests of a file, each of which finds a member of the role `owner` signed in. */
export function startGateway(): FakeGateway {
  const gateway = new FakeGateway();
  beforeAll(() => {
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  });
  beforeEach(() => {
    jest.spyOn(globalThis, "fetch").mockImplementation(gateway.fetch);
    gateway.serve(operations.getSession, { email: "anna@example.com" });
    gateway.serve(operations.getProject, { name: "Acme", role: "owner" });
    for (const usage of [operations.getDocumentUsage.member, operations.getTemplateUsage, operations.getMemberUsage])
      gateway.serve(usage, {});
  });
  afterEach(() => {
    cleanup();
    queryClient.clear();
    for (const { id } of toasts.getState()) closeToast(id);
    localStorage.clear();
    sessionStorage.clear();
    // A page that is gone may still save: between two tests, no gateway hears it.
    jest.spyOn(globalThis, "fetch").mockImplementation(() => Promise.withResolvers<Response>().promise);
    try {
      gateway.expectNoFaults();
    } finally {
      gateway.reset();
    }
  });
  afterAll(() => {
    Reflect.deleteProperty(globalThis, "IS_REACT_ACT_ENVIRONMENT");
  });
  return gateway;
}

/** Opens an address of `paths.ts` with everything that surrounds its page. */
export function openDashboard(address: string): OpenPage {
  return open(routes.map(copyOf), address);
}

/** Shows a part of a page of a project. */
export function show(part: ReactNode, project: Stated<ResponseOutput<typeof operations.getProject>> = {}): OpenPage {
  const shown = sampleOf(operations.getProject, { name: "Acme", role: "owner", ...project });
  return open([{ path: "*", element: <ProjectContext value={shown}>{part}</ProjectContext> }], "/");
}

/** Chooses from the menu of a row. */
export async function choose(user: UserEvent, row: string, action: string): Promise<void> {
  await user.click(await screen.findByRole("button", { name: `Actions for ${row}` }));
  await user.click(await screen.findByRole("menuitem", { name: action }));
}

/** What a field says about the value that it refuses. */
export function errorOf(field: HTMLElement): string {
  const ids = field.getAttribute("aria-invalid") === "true" ? (field.getAttribute("aria-describedby") ?? "") : "";
  const texts = ids.split(" ").filter((id) => id.endsWith("-error"));
  return texts.map((id) => document.getElementById(id)?.textContent ?? "").join(" ");
}

/** A router empties the `lazy` of the routes that it loads, so each router gets its own. */
function copyOf(route: RouteObject): RouteObject {
  const { lazy } = route;
  const copy = typeof lazy === "object" ? { ...route, lazy: { ...lazy } } : { ...route };
  return copy.children ? { ...copy, children: copy.children.map(copyOf) } : copy;
}

function open(pages: RouteObject[], address: string): OpenPage {
  const router = createMemoryRouter(pages, { basename: basePath, initialEntries: [`${basePath}${address}`] });
  render(
    <MantineProvider theme={theme} env="test" withCssVariables={false} withGlobalClasses={false}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <Toasts />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return {
    // Nothing here has a size or a style sheet, so nothing covers anything.
    user: userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never }),
    address: () => {
      const { pathname, search } = router.state.location;
      return `${pathname.slice(basePath.length)}${search}`;
    },
  };
}
