import { Button } from "@mantine/core";
import { operations } from "@platen/contracts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { operationQuery } from "../api/operation-query.ts";
import { WebhooksPanel } from "../components/deliveries/webhooks-panel.tsx";
import { requestKeepingLabels } from "../components/request-keeping-labels.ts";
import { useMay, useProject } from "../components/project-context.ts";
import { UsagePanel } from "../components/usage-panel.tsx";
import { roleLabels } from "../components/role-labels.ts";
import { keptDays } from "../components/kept-days.ts";
import { ContentRetentionForm } from "../forms/content-retention-form.tsx";
import { DeleteProjectDialog } from "../forms/delete-project-dialog.tsx";
import { InlineHtmlSwitch } from "../forms/inline-html-switch.tsx";
import { RequestKeepingForm } from "../forms/request-keeping-form.tsx";
import { RenameProjectForm } from "../forms/rename-project-form.tsx";
import { paths } from "../paths.ts";
import { Copyable } from "../ui/copyable.tsx";
import { Facts } from "../ui/facts.tsx";
import { formatCount } from "../ui/format.ts";
import { PageHead } from "../ui/page-head.tsx";
import { Panel } from "../ui/panel.tsx";
import { TimeText } from "../ui/time-text.tsx";
import { toast } from "../ui/toast.ts";
import { useDialog } from "../ui/use-dialog.ts";

export function SettingsPage() {
  const project = useProject();
  const may = useMay();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const deletion = useDialog();
  const { projectId } = project;
  const { data: keeping } = useQuery(operationQuery(operations.getRequestKeeping, { params: { projectId } }));
  const { data: usage } = useQuery(operationQuery(operations.getProjectUsage, { params: { projectId } }));
  const kept = keptDays(project);
  const isOwner = may(operations.renameProject);
  return (
    <>
      <PageHead title="Settings" documentTitle={`Settings · ${project.name}`} />
      {isOwner ? (
        <>
          <Panel title="Name" text="A new name changes nothing for API keys and requests.">
            <RenameProjectForm project={project} onDone={() => toast("The project is renamed.")} />
          </Panel>
          <Panel
            title="Inline HTML"
            text="Requests may then bring HTML that no member has published, with scripts too. Otherwise API keys print published templates alone."
          >
            <InlineHtmlSwitch project={project} />
          </Panel>
          <Panel
            title="Kept PDFs"
            text="For how long PDFs can be downloaded before Platen deletes them. A change counts for documents and batches from now on. PDFs that are kept already expire as before; you can delete them on the page of their document or batch."
          >
            <ContentRetentionForm project={project} onDone={() => toast("The settings of kept PDFs are saved.")} />
          </Panel>
        </>
      ) : null}
      {may(operations.saveRequestKeeping) && keeping ? (
        <Panel
          title="Requests"
          text="Platen can keep what documents were made from, encrypted, so that owners and editors see the data of a document that is not as expected. Requests may hold personal data: keep them no longer than you need them."
        >
          <RequestKeepingForm
            projectId={projectId}
            keeping={keeping}
            onDone={() => toast("The settings of requests are saved.")}
          />
        </Panel>
      ) : null}
      {usage ? <UsagePanel usage={usage} /> : null}
      {keeping ? <WebhooksPanel isAvailable={keeping.isAvailable} /> : null}
      <Panel title="Details">
        <Facts
          facts={[
            ["Inline HTML", isOwner ? null : project.allowsInlineHtml ? "Allowed" : "Not allowed"],
            [
              "PDFs are kept",
              isOwner ? null : `${formatCount(kept.byDefault, "day")}, at most ${formatCount(kept.most, "day")}`,
            ],
            [
              "Requests are kept",
              may(operations.saveRequestKeeping) || !keeping ? null : requestKeepingLabels[keeping.days],
            ],
            ["Name", isOwner ? null : project.name],
            ["Id", <Copyable key="id" name="id" value={project.projectId} />],
            ["Created", <TimeText key="created" instant={project.createdAt} />],
            ["Your role", `${roleLabels[project.role].label}: ${roleLabels[project.role].description.toLowerCase()}`],
          ]}
        />
      </Panel>
      {may(operations.deleteProject) ? (
        <Panel
          title="Delete this project"
          text="This permanently deletes its templates, its API keys and its list of documents."
          isDanger
        >
          <Button color="red" variant="outline" onClick={() => deletion.open(true)}>
            Delete project
          </Button>
        </Panel>
      ) : null}
      <DeleteProjectDialog
        project={project}
        {...deletion.props}
        onDone={() => {
          toast(`“${project.name}” is deleted.`);
          void navigate(paths.projects(), { replace: true });
          void queryClient.invalidateQueries({ queryKey: [operations.listMemberProjects.operationId] });
        }}
      />
    </>
  );
}
