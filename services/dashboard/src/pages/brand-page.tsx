import { Skeleton } from "@mantine/core";
import { operations } from "@platen/contracts";
import { useQuery } from "@tanstack/react-query";
import { operationQuery } from "../api/operation-query.ts";
import { ProblemPanel } from "../components/problem-panel.tsx";
import { useProject } from "../components/project-context.ts";
import { BrandForm } from "../library/brand/brand-form.tsx";
import { BrandUses } from "../library/brand/brand-uses.tsx";
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
            Colours and fonts that the templates of the project share: Design offers them, and drafts follow a change
            here. Published versions keep theirs until you update them.
          </Help>
        }
      />
      {data ? (
        <>
          <BrandForm brand={data} />
          <BrandUses />
        </>
      ) : error ? (
        <ProblemPanel error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={320} />
      )}
    </>
  );
}
