import { Loader } from "@mantine/core";
import { useDocumentTitle } from "@mantine/hooks";
import { operations, type ResponseOutput } from "@platen/contracts";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { Link, useParams } from "react-router";
import { operationQuery } from "../api/operation-query.ts";
import { ProblemPanel } from "../components/problem-panel.tsx";
import { ProjectContext, useMay, useProject } from "../components/project.ts";
import { Switcher } from "../components/switcher.tsx";
import { paths } from "../paths.ts";
import { EditorContext, type Template } from "./editor-context.ts";
import classes from "./editor-page.module.css";
import { useEditorState } from "./editor-state.ts";
import { views } from "./views.ts";

type Draft = ResponseOutput<typeof operations.getDraft>;

function Workbench({ template, draft }: { template: Template; draft: Draft }) {
  const { projectId } = useProject();
  const may = useMay();
  const [source] = useState({
    html: draft.html,
    css: draft.css,
    settings: draft.settings,
    dataSets: draft.dataSets,
  });
  const editor = useEditorState({
    template,
    mayEdit: may(operations.saveDraft),
    source,
    revision: draft.revision,
  });
  useDocumentTitle(`${template.name} · Platen`);
  return (
    <EditorContext value={editor}>
      <header className={classes["bar"]}>
        <Link to={paths.templates({ projectId })}>Templates</Link>
        <h1 className={classes["name"]}>{template.name}</h1>
      </header>
      <main id="main" className={classes["views"]}>
        {views.map(({ id, label, Component }) => (
          <section key={id} aria-label={label} className={classes["view"]}>
            <Suspense fallback={<Loader />}>
              <Component />
            </Suspense>
          </section>
        ))}
      </main>
    </EditorContext>
  );
}

/** One template in the editor, over the whole window. */
export function EditorPage() {
  const { projectId = "", templateId = "" } = useParams();
  const params = { projectId, templateId };
  const project = useQuery(operationQuery(operations.getProject, { params: { projectId } }));
  const template = useQuery(operationQuery(operations.getProjectTemplate, { params }));
  const draft = useQuery({ ...operationQuery(operations.getDraft, { params }), staleTime: Infinity });
  const error = [project, template, draft].find((query) => query.data === undefined && query.error)?.error;
  const readAgain = () => void Promise.all([project.refetch(), template.refetch(), draft.refetch()]);
  return (
    <div className={classes["page"]}>
      {error ? <ProblemPanel error={error} onRetry={readAgain} /> : null}
      {project.data && template.data && draft.data ? (
        <ProjectContext value={project.data}>
          <Workbench key={templateId} template={template.data} draft={draft.data} />
        </ProjectContext>
      ) : null}
      <Switcher />
    </div>
  );
}
