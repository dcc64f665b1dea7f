import { Anchor, Skeleton } from "@mantine/core";
import { operations } from "@platen/contracts";
import { useQuery } from "@tanstack/react-query";
import { Link, useLocation, useNavigate } from "react-router";
import { operationQuery } from "../api/operation-query.ts";
import { problemMessage } from "../api/problem-message.ts";
import { useStartSession } from "../api/session.ts";
import { FrontPage } from "../components/front-page.tsx";
import { roleLabels } from "../components/role-labels.ts";
import { AcceptInvitationForm } from "../forms/accept-invitation-form.tsx";
import { paths } from "../paths.ts";
import { TimeText } from "../ui/time-text.tsx";

function ProjectsLink() {
  return (
    <Anchor component={Link} to={paths.projects()} display="inline-block" mt="md">
      Go to your projects
    </Anchor>
  );
}

function Invitation({ code }: { code: string }) {
  const navigate = useNavigate();
  const startSession = useStartSession();
  const { data, error } = useQuery({
    ...operationQuery(operations.readInvitation, { body: { code } }),
    staleTime: Infinity,
  });
  if (error) {
    return (
      <FrontPage title="This invitation cannot be accepted" text={problemMessage(error)}>
        <ProjectsLink />
      </FrontPage>
    );
  }
  if (!data) {
    return (
      <FrontPage title="Join a project">
        <Skeleton height={12} mt="lg" aria-label="Loading the invitation" />
      </FrontPage>
    );
  }
  const { label, description } = roleLabels[data.role];
  return (
    <FrontPage
      title={`Join “${data.projectName}”`}
      text={
        <>
          {data.invitedBy === null ? "You are invited" : `${data.invitedBy} invites you`} to this project on Platen as{" "}
          {label.toLowerCase()} ({description.charAt(0).toLowerCase() + description.slice(1)}). The invitation is for{" "}
          <strong>{data.email}</strong> and ends <TimeText instant={data.expiresAt} />.
        </>
      }
    >
      <AcceptInvitationForm
        code={code}
        onDone={(account) => {
          startSession(account);
          void navigate(paths.projects(), { replace: true });
        }}
      />
    </FrontPage>
  );
}

/** Describes an invitation and accepts it. */
export function InvitationPage() {
  const { hash } = useLocation();
  const code = hash.slice(1);
  if (code === "") {
    return (
      <FrontPage
        title="This link is incomplete"
        text="The end of the invitation link is missing. Copy the whole link into the address bar, or ask for a new one."
      >
        <ProjectsLink />
      </FrontPage>
    );
  }
  return <Invitation code={code} />;
}
