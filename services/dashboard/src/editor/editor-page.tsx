import { Loader } from "@mantine/core";
import { operations } from "@platen/contracts";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { operationQuery } from "../api/operation-query.ts";
import { useRememberOpening } from "../components/opened-projects.ts";
import { ProblemPanel } from "../components/problem-panel.tsx";
import { ProjectContext } from "../components/project-context.ts";
import { ProjectLayout } from "../components/project-layout.tsx";
import { Shell } from "../components/shell.tsx";
import { useSwitcher } from "../components/use-switcher.tsx";
import { paths } from "../paths.ts";
import { savedDraftOf } from "./draft/saved-draft.ts";
import { Workbench } from "./workbench.tsx";

/** The editor of one template, in the whole window. */
export function EditorPage() {
  const { projectId = "", templateId = "" } = useParams();
  const params = { projectId, templateId };
  const { switcher } = useSwitcher();
  const project = useQuery(operationQuery(operations.getProject, { params: { projectId } }));
  const template = useQuery(operationQuery(operations.getTemplate.member, { params }));
  useRememberOpening(project.data?.projectId);
  // Edits are based on the draft that is read when the page opens, never on a cached or a later one.
  const draft = useQuery({
    ...operationQuery(operations.getDraft.member, { params }),
    refetchOnMount: "always",
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const queries = [project, template, draft];
  const error = queries.find((query) => query.data === undefined && query.error)?.error;
  const isReady = project.data && template.data && draft.data && draft.isFetchedAfterMount;
  if (error) {
    return (
      <Shell>
        <ProjectLayout>
          <ProblemPanel
            error={error}
            onRetry={() => queries.forEach((query) => void query.refetch())}
            back={{ label: "All templates", to: paths.templates({ projectId }) }}
          />
        </ProjectLayout>
      </Shell>
    );
  }
  return (
    <div style={{ display: "flex", flexDirection: "column", height: "100dvh" }}>
      {isReady ? (
        <ProjectContext value={project.data}>
          <Workbench key={templateId} template={template.data} draft={savedDraftOf(draft.data)} />
        </ProjectContext>
      ) : (
        <Loader style={{ margin: "auto" }} aria-label="Loading the template" />
      )}
      {switcher}
    </div>
  );
}
