import { operations } from "@platen/contracts";
import { useQuery } from "@tanstack/react-query";
import { Navigate, useNavigate } from "react-router";
import { operationQuery } from "../api/operation-query.ts";
import { useStartSession } from "../api/session.ts";
import { FrontPage } from "../components/front-page.tsx";
import { SetUpForm } from "../forms/set-up-form.tsx";
import { paths } from "../paths.ts";

export function SetUpPage() {
  const navigate = useNavigate();
  const startSession = useStartSession();
  const { data: setup } = useQuery(operationQuery(operations.getSetup, {}));
  if (setup?.needed === false) return <Navigate to={paths.projects()} replace />;
  return (
    <FrontPage
      title="Welcome to Platen"
      text="This is a new installation. Create your account. Then you can invite others."
    >
      <SetUpForm
        onDone={(account) => {
          startSession(account);
          void navigate(paths.projects(), { replace: true });
        }}
      />
    </FrontPage>
  );
}
