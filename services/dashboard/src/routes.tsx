import { lazy, Suspense } from "react";
import { createBrowserRouter, Navigate } from "react-router";
import { ProjectLayout } from "./components/project-layout.tsx";
import { Shell } from "./components/shell.tsx";
import { SignedIn } from "./components/require-sign-in.tsx";
import { CrashPage } from "./pages/crash-page.tsx";
import { NotFoundPage } from "./pages/not-found-page.tsx";
import { ProjectsPage } from "./pages/projects-page.tsx";
import { SetUpPage } from "./pages/set-up-page.tsx";
import { SignInPage } from "./pages/sign-in-page.tsx";
import { TemplatesPage } from "./pages/templates-page.tsx";
import { basePath, paths } from "./paths.ts";

const EditorPage = lazy(async () => ({ default: (await import("./editor/editor-page.tsx")).EditorPage }));
// Pages that are not the first one sees are loaded when they are gone to.
const AccountPage = lazy(async () => ({ default: (await import("./pages/account-page.tsx")).AccountPage }));
const InvitationPage = lazy(async () => ({ default: (await import("./pages/invitation-page.tsx")).InvitationPage }));
const ApiKeysPage = lazy(async () => ({ default: (await import("./pages/api-keys-page.tsx")).ApiKeysPage }));
const DocumentsPage = lazy(async () => ({ default: (await import("./pages/documents-page.tsx")).DocumentsPage }));
const DocumentPage = lazy(async () => ({ default: (await import("./pages/document-page.tsx")).DocumentPage }));
const MembersPage = lazy(async () => ({ default: (await import("./pages/members-page.tsx")).MembersPage }));
const SettingsPage = lazy(async () => ({ default: (await import("./pages/settings-page.tsx")).SettingsPage }));
const VersionsPage = lazy(async () => ({ default: (await import("./pages/versions-page.tsx")).VersionsPage }));
const VersionPage = lazy(async () => ({ default: (await import("./pages/version-page.tsx")).VersionPage }));
const ComparePage = lazy(async () => ({ default: (await import("./pages/compare-page.tsx")).ComparePage }));

/** Which page is at which of the addresses of `paths.ts`. */
export const router = createBrowserRouter(
  [
    {
      errorElement: <CrashPage />,
      children: [
        { path: "set-up", element: <SetUpPage /> },
        { path: "sign-in", element: <SignInPage /> },
        {
          path: "invitation",
          element: (
            <Suspense>
              <InvitationPage />
            </Suspense>
          ),
        },
        {
          element: <SignedIn />,
          children: [
            {
              path: "projects/:projectId/templates/:templateId",
              element: (
                <Suspense>
                  <EditorPage />
                </Suspense>
              ),
            },
            {
              element: <Shell />,
              children: [
                { index: true, element: <Navigate to={paths.projects()} replace /> },
                {
                  path: "account",
                  element: (
                    <Suspense>
                      <AccountPage />
                    </Suspense>
                  ),
                },
                { path: "projects", element: <ProjectsPage /> },
                {
                  path: "projects/:projectId",
                  element: <ProjectLayout />,
                  children: [
                    { index: true, element: <Navigate to="templates" replace /> },
                    { path: "templates", element: <TemplatesPage /> },
                    { path: "templates/:templateId/versions", element: <VersionsPage /> },
                    { path: "templates/:templateId/versions/:version", element: <VersionPage /> },
                    { path: "templates/:templateId/compare", element: <ComparePage /> },
                    { path: "documents", element: <DocumentsPage /> },
                    { path: "documents/:documentId", element: <DocumentPage /> },
                    { path: "api-keys", element: <ApiKeysPage /> },
                    { path: "members", element: <MembersPage /> },
                    { path: "settings", element: <SettingsPage /> },
                    { path: "*", element: <NotFoundPage /> },
                  ],
                },
                { path: "*", element: <NotFoundPage /> },
              ],
            },
          ],
        },
      ],
    },
  ],
  { basename: basePath },
);
