import { operations } from "@platen/contracts";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { operationQuery } from "../api/operation-query.ts";
import { useProject } from "../components/project-context.ts";
import { UpdateTemplates } from "../library/uses/update-templates.tsx";
import { paths } from "../paths.ts";
import { BackLink } from "../ui/back-link.tsx";
import { PageHead } from "../ui/page-head.tsx";

/** Updates the published versions that use an older state of a snippet. */
export function SnippetUpdatePage() {
  const { projectId } = useProject();
  const { snippetId = "" } = useParams();
  const params = { projectId, snippetId };
  const { data: snippet } = useQuery(operationQuery(operations.getSnippet.member, { params }));
  const name = snippet?.name ?? "the snippet";
  return (
    <>
      <BackLink to={paths.snippet(params)}>{name}</BackLink>
      <PageHead
        title={`Update templates that use ${name}`}
        description="Each published version keeps the snippet that it was published with. Compare its pages with the newest one, then publish those that you choose."
      />
      <UpdateTemplates query={operationQuery(operations.getSnippetUses.member, { params })} />
    </>
  );
}
