// First, because it must run before the contract's schemas are created.
import "./api/zod-settings.ts";
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { setNonce } from "get-nonce";
import { createRoot } from "react-dom/client";
import { createBrowserRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { queryClient } from "./api/query-client.ts";
import { basePath } from "./paths.ts";
import { routes } from "./routes.tsx";
import { cssVariables, theme } from "./ui/theme.ts";
import { Toasts } from "./ui/toasts.tsx";
import "./ui/styles.ts";

/** The nonce for style elements in this page's content security policy; see `html.cspNonce` in vite.config.ts. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? "";
setNonce(nonce);

// After an update of the gateway, an open page requests files that no longer exist. Reloading gets the new ones.
window.addEventListener("vite:preloadError", () => window.location.reload());

const router = createBrowserRouter(routes, { basename: basePath });
const element = document.getElementById("dashboard");
if (!element) throw new Error('index.html has no element with the id "dashboard"');
createRoot(element).render(
  <MantineProvider
    theme={theme}
    cssVariablesResolver={cssVariables}
    defaultColorScheme="auto"
    getStyleNonce={() => nonce}
  >
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Toasts />
    </QueryClientProvider>
  </MantineProvider>,
);
