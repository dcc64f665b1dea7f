import { operations } from "@platen/contracts";
import { useQuery } from "@tanstack/react-query";
import { Navigate, useNavigate, useSearchParams } from "react-router";
import { operationQuery } from "../api/operation-query.ts";
import { sessionQuery, useStartSession } from "../api/session.ts";
import { FrontPage } from "../components/front-page.tsx";
import { SignInForm } from "../forms/sign-in-form.tsx";
import { loadFirstPages } from "./load-first-pages.ts";
import { pathAfterSignIn, paths } from "../paths.ts";

export function SignInPage() {
  const [params] = useSearchParams();
  const to = params.get("to");
  const navigate = useNavigate();
  const startSession = useStartSession();
  const { data: setup } = useQuery(operationQuery(operations.getSetup, {}));
  const { data: account } = useQuery(sessionQuery);
  if (setup?.needed) return <Navigate to={paths.setUp()} replace />;
  if (account) return <Navigate to={pathAfterSignIn(to)} replace />;
  return (
    <FrontPage title="Sign in" {...(to === null ? {} : { text: "Sign in to continue where you left off." })}>
      <SignInForm
        onBegin={() => void loadFirstPages()}
        onDone={(account) => {
          startSession(account);
          void navigate(pathAfterSignIn(to), { replace: true });
        }}
      />
    </FrontPage>
  );
}
