import { Skeleton } from "@mantine/core";
import { operations } from "@platen/contracts";
import { useQuery } from "@tanstack/react-query";
import { operationQuery } from "../api/operation-query.ts";
import { ProblemPanel } from "../components/problem-panel.tsx";
import { useProject } from "../components/project-context.ts";
import { BrandForm } from "../library/brand/brand-form.tsx";
import { Help } from "../ui/help.tsx";
import { PageHead } from "../ui/page-head.tsx";

/** The colours, fonts, logo and legal line that Design offers in all templates of the project. */
export function BrandPage() {
  const { projectId, name } = useProject();
  const { data, error, refetch } = useQuery(operationQuery(operations.getBrand, { params: { projectId } }));
  return (
    <>
      <PageHead
        title="Brand"
        documentTitle={`Brand · ${name}`}
        help={
          <Help about="Brand">
            What Design offers in every template of the project, and how a blank template starts. A template gets a copy
            of what it uses: a change here leaves templates and published versions as they are.
          </Help>
        }
      />
      {data ? (
        <BrandForm brand={data} />
      ) : error ? (
        <ProblemPanel error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={320} />
      )}
    </>
  );
}
