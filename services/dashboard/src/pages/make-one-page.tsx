import { Button, Skeleton } from "@mantine/core";
import { operations } from "@platen/contracts";
import { parseObject } from "@platen/template-source";
import { useQuery } from "@tanstack/react-query";
import { FilePlus2 } from "lucide-react";
import { useMemo, useState } from "react";
import { Link, Navigate, useParams } from "react-router";
import { operationQuery } from "../api/operation-query.ts";
import { ProblemPanel } from "../components/problem-panel.tsx";
import { useMay, useProject } from "../components/project-context.ts";
import { MakeOneForm } from "../make-one/make-one-form.tsx";
import { paths } from "../paths.ts";
import { BackLink } from "../ui/back-link.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { PageHead } from "../ui/page-head.tsx";

/** The form of the version that is live when the page opens, with the first of its data sets as the example. */
function FormOfVersion({ templateId, current }: { templateId: string; current: number }) {
  const { projectId } = useProject();
  // Another version may be published while a person types.
  const [version] = useState(current);
  const params = { projectId, templateId, version: String(version) };
  const { data, error, refetch } = useQuery({
    ...operationQuery(operations.getVersion.member, { params }),
    // A version never changes.
    staleTime: Infinity,
  });
  const example = useMemo(() => data && (parseObject(data.dataSets[0]?.json ?? "{}") ?? {}), [data]);
  const calculated = useMemo(() => data?.settings.calculated?.map(({ name }) => name) ?? [], [data]);
  if (error && !data) return <ProblemPanel error={error} onRetry={() => void refetch()} />;
  if (!example) return <Skeleton height={320} />;
  return <MakeOneForm template={{ templateId, version }} example={example} calculated={calculated} />;
}

/** Makes one document of a template's current version from a form. */
export function MakeOnePage() {
  const { projectId, name: projectName } = useProject();
  const may = useMay();
  const { templateId = "" } = useParams();
  const {
    data: template,
    error,
    refetch,
  } = useQuery(operationQuery(operations.getTemplate.member, { params: { projectId, templateId } }));
  const list = { label: "All templates", to: paths.templates({ projectId }) };
  if (!may(operations.createDocument.member)) return <Navigate to={list.to} replace />;
  if (error && !template) return <ProblemPanel error={error} onRetry={() => void refetch()} back={list} />;
  if (!template) return <Skeleton height={28} width={240} />;
  const { name, version } = template;
  return (
    <>
      <BackLink to={list.to}>Templates</BackLink>
      <PageHead
        title={`Make one: ${name}`}
        documentTitle={`Make one: ${name} · ${projectName}`}
        {...(version === null ? {} : { description: `One document of version ${version}, which is live.` })}
      />
      {version === null ? (
        <EmptyState
          icon={FilePlus2}
          title="The template is not published yet"
          text="Documents are made from a published version. Publish the template in the editor first."
          action={
            <Button component={Link} to={paths.template({ projectId, templateId })}>
              Open the editor
            </Button>
          }
        />
      ) : (
        <FormOfVersion key={templateId} templateId={templateId} current={version} />
      )}
    </>
  );
}
