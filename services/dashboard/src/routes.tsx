import { Skeleton } from "@mantine/core";
import { Navigate, type RouteObject } from "react-router";
import { RequireSignIn } from "./components/require-sign-in.tsx";
import { CrashPage } from "./pages/crash-page.tsx";
import { loadFirstPages } from "./pages/load-first-pages.ts";
import { NotFoundPage } from "./pages/not-found-page.tsx";
import { SetUpPage } from "./pages/set-up-page.tsx";
import { SignInPage } from "./pages/sign-in-page.tsx";
import { paths } from "./paths.ts";

// The first bundle has the pages before sign-in. Code of all other pages is `lazy`: it loads when a user opens them, and a
// visit that starts with one shows the nearest `hydrateFallbackElement` meanwhile. What most visits start with is one chunk.

type FirstPages = Awaited<ReturnType<typeof loadFirstPages>>;
const firstPage = (name: keyof FirstPages) => ({ Component: async () => (await loadFirstPages())[name] });

/** Named once, because each import names the files of the chunk. */
const batchPages = () => import("./pages/batch-pages.ts");

const projectPages: RouteObject[] = [
  { index: true, element: <Navigate to="templates" replace /> },
  { path: "templates", lazy: firstPage("TemplatesPage") },
  {
    hydrateFallbackElement: <Skeleton height={28} width={180} />,
    children: [
      {
        path: "templates/:templateId/versions",
        lazy: { Component: async () => (await import("./pages/versions-page.tsx")).VersionsPage },
      },
      {
        path: "templates/:templateId/versions/:version",
        lazy: { Component: async () => (await import("./pages/version-page.tsx")).VersionPage },
      },
      {
        path: "templates/:templateId/make",
        lazy: { Component: async () => (await import("./pages/make-one-page.tsx")).MakeOnePage },
      },
      {
        path: "templates/:templateId/compare",
        lazy: { Component: async () => (await import("./pages/compare-page.tsx")).ComparePage },
      },
      {
        path: "snippets",
        lazy: { Component: async () => (await import("./pages/snippets-page.tsx")).SnippetsPage },
      },
      {
        path: "snippets/:snippetId",
        lazy: { Component: async () => (await import("./pages/snippet-page.tsx")).SnippetPage },
      },
      {
        path: "snippets/:snippetId/update",
        lazy: { Component: async () => (await import("./pages/snippet-update-page.tsx")).SnippetUpdatePage },
      },
      {
        path: "assets/:assetId/update",
        lazy: { Component: async () => (await import("./pages/asset-update-page.tsx")).AssetUpdatePage },
      },
      {
        path: "assets",
        lazy: { Component: async () => (await import("./pages/assets-page.tsx")).AssetsPage },
      },
      {
        path: "brand/update",
        lazy: { Component: async () => (await import("./pages/brand-update-page.tsx")).BrandUpdatePage },
      },
      {
        path: "brand",
        lazy: { Component: async () => (await import("./pages/brand-page.tsx")).BrandPage },
      },
      {
        path: "translations",
        lazy: { Component: async () => (await import("./pages/translations-page.tsx")).TranslationsPage },
      },
      {
        path: "documents",
        lazy: { Component: async () => (await import("./pages/documents-page.tsx")).DocumentsPage },
      },
      {
        path: "documents/refused",
        lazy: { Component: async () => (await import("./pages/refused-requests-page.tsx")).RefusedRequestsPage },
      },
      {
        path: "documents/:documentId",
        lazy: { Component: async () => (await import("./pages/document-page.tsx")).DocumentPage },
      },
      {
        path: "batches",
        lazy: { Component: async () => (await batchPages()).BatchesPage },
      },
      {
        path: "batches/new",
        lazy: { Component: async () => (await batchPages()).loadNewBatchPage() },
      },
      {
        path: "batches/:batchId",
        lazy: { Component: async () => (await batchPages()).BatchPage },
      },
      {
        path: "api-keys",
        lazy: { Component: async () => (await import("./pages/api-keys-page.tsx")).ApiKeysPage },
      },
      {
        path: "members",
        lazy: { Component: async () => (await import("./pages/members-page.tsx")).MembersPage },
      },
      {
        path: "settings",
        lazy: { Component: async () => (await import("./pages/settings-page.tsx")).SettingsPage },
      },
    ],
  },
  { path: "*", element: <NotFoundPage /> },
];

/** The pages at the addresses of `paths.ts`. */
export const routes: RouteObject[] = [
  {
    errorElement: <CrashPage />,
    hydrateFallbackElement: <></>,
    children: [
      { path: "set-up", element: <SetUpPage /> },
      { path: "sign-in", element: <SignInPage /> },
      {
        path: "invitation",
        lazy: { Component: async () => (await import("./pages/invitation-page.tsx")).InvitationPage },
      },
      {
        element: <RequireSignIn />,
        children: [
          { index: true, element: <Navigate to={paths.projects()} replace /> },
          {
            path: "projects/:projectId/templates/:templateId",
            lazy: { Component: async () => (await import("./editor/editor-page.tsx")).EditorPage },
          },
          {
            lazy: firstPage("Shell"),
            children: [
              {
                path: "account",
                lazy: { Component: async () => (await import("./pages/account-page.tsx")).AccountPage },
              },
              { path: "guide", element: <Navigate to={paths.guide("design")} replace /> },
              {
                path: "guide/:name",
                lazy: { Component: async () => (await import("./pages/guide-page.tsx")).GuidePage },
              },
              { path: "projects", lazy: firstPage("ProjectsPage") },
              { path: "projects/:projectId", lazy: firstPage("ProjectLayout"), children: projectPages },
              { path: "*", element: <NotFoundPage /> },
            ],
          },
        ],
      },
    ],
  },
];
