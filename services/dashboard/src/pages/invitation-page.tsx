import { Anchor } from "@mantine/core";
import { Link, useLocation, useNavigate } from "react-router";
import { useSignedIn } from "../api/session.ts";
import { FrontPage } from "../components/front-page.tsx";
import { AcceptInvitationForm } from "../forms/accept-invitation-form.tsx";
import { paths } from "../paths.ts";

export function InvitationPage() {
  const { hash } = useLocation();
  const code = hash.slice(1);
  const navigate = useNavigate();
  const signedIn = useSignedIn();
  if (code === "") {
    return (
      <FrontPage
        title="This link is not whole"
        text="The end of an invitation link is missing. Copy all of it into the address bar, or ask for a new one."
      >
        <Anchor component={Link} to={paths.projects()} display="inline-block" mt="md">
          Go to your projects
        </Anchor>
      </FrontPage>
    );
  }
  return (
    <FrontPage
      title="Join a project"
      text="You have been invited to a project on Platen. The invitation is for the e-mail address it was made for."
    >
      <AcceptInvitationForm
        code={code}
        onDone={(account) => {
          signedIn(account);
          void navigate(paths.projects(), { replace: true });
        }}
      />
    </FrontPage>
  );
}
