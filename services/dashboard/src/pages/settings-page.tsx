import { Button, Skeleton } from "@mantine/core";
import { operations } from "@platen/contracts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useSearchParams } from "react-router";
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
import { paths, type SettingsSection } from "../paths.ts";
import { Copyable } from "../ui/copyable.tsx";
import { Facts } from "../ui/facts.tsx";
import { formatCount } from "../ui/format.ts";
import { PageHead } from "../ui/page-head.tsx";
import { Panel } from "../ui/panel.tsx";
import { TimeText } from "../ui/time-text.tsx";
import { toast } from "../ui/toast.ts";
import { useDialog } from "../ui/use-dialog.ts";
import classes from "./settings-page.module.css";

function useKeeping() {
  const { projectId } = useProject();
  return useQuery(operationQuery(operations.getRequestKeeping, { params: { projectId } })).data;
}

function DeletePanel() {
  const project = useProject();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const deletion = useDialog();
  return (
    <>
      <Panel
        title="Delete this project"
        text="This permanently deletes its templates, its API keys and its list of documents."
        isDanger
      >
        <Button color="red" variant="outline" onClick={() => deletion.open(true)}>
          Delete project
        </Button>
      </Panel>
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

function General() {
  const project = useProject();
  const may = useMay();
  const keeping = useKeeping();
  const kept = keptDays(project);
  const isOwner = may(operations.renameProject);
  return (
    <>
      {isOwner ? (
        <Panel title="Name" text="A new name changes nothing for API keys and requests.">
          <RenameProjectForm project={project} onDone={() => toast("The project is renamed.")} />
        </Panel>
      ) : null}
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
      {may(operations.deleteProject) ? <DeletePanel /> : null}
    </>
  );
}

function Documents() {
  const project = useProject();
  const may = useMay();
  const keeping = useKeeping();
  return (
    <>
      {may(operations.renameProject) ? (
        <>
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
      {keeping ? (
        <Panel
          title="Requests"
          text="Platen can keep what documents were made from, encrypted, so that owners and editors see the data of a document that is not as expected. Requests may hold personal data: keep them no longer than you need them."
        >
          <RequestKeepingForm
            projectId={project.projectId}
            keeping={keeping}
            onDone={() => toast("The settings of requests are saved.")}
          />
        </Panel>
      ) : null}
    </>
  );
}

function Webhooks() {
  const keeping = useKeeping();
  return keeping ? <WebhooksPanel isAvailable={keeping.isAvailable} /> : <Skeleton height={160} />;
}

function Storage() {
  const { projectId } = useProject();
  const { data: usage } = useQuery(operationQuery(operations.getProjectUsage, { params: { projectId } }));
  return usage ? <UsagePanel usage={usage} /> : <Skeleton height={160} />;
}

/** The sections, with the operation that one must be allowed to use. */
const sections = {
  general: { label: "General", content: General, needs: operations.getProject },
  documents: { label: "Documents", content: Documents, needs: operations.saveRequestKeeping },
  webhooks: { label: "Webhooks", content: Webhooks, needs: operations.getWebhookSecret },
  storage: { label: "Storage", content: Storage, needs: operations.getProjectUsage },
};
// `as`: Object.keys loses the names of the table.
const sectionIds = Object.keys(sections) as SettingsSection[];

export function SettingsPage() {
  const { projectId, name } = useProject();
  const may = useMay();
  const [params] = useSearchParams();
  const offered = sectionIds.filter((id) => may(sections[id].needs));
  const open = offered.find((id) => id === params.get("section")) ?? "general";
  const { content: Content } = sections[open];
  return (
    <>
      <PageHead title="Settings" documentTitle={`Settings · ${name}`} />
      <div className={classes["layout"]}>
        <nav className={classes["sections"]} aria-label="Settings">
          {offered.map((id) => (
            <Link
              key={id}
              to={paths.settings({ projectId }, id)}
              className={classes["section"]}
              aria-current={id === open ? "page" : undefined}
            >
              {sections[id].label}
            </Link>
          ))}
        </nav>
        <div className={classes["content"]}>
          <Content />
        </div>
      </div>
    </>
  );
}
