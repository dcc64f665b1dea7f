import { operations } from "@platen/contracts";
import { operationQuery } from "../api/operation-query.ts";
import { useProject } from "../components/project-context.ts";
import { UpdateTemplates } from "../library/uses/update-templates.tsx";
import { paths } from "../paths.ts";
import { BackLink } from "../ui/back-link.tsx";
import { PageHead } from "../ui/page-head.tsx";

/** Updates the published versions that have older values of the brand. */
export function BrandUpdatePage() {
  const { projectId } = useProject();
  return (
    <>
      <BackLink to={paths.brand({ projectId })}>Brand</BackLink>
      <PageHead
        title="Update templates that use the brand"
        description="Each published version keeps the colours and fonts that it was published with. Compare its pages with the newest ones, then publish those that you choose."
      />
      <UpdateTemplates query={operationQuery(operations.getBrandUses, { params: { projectId } })} />
    </>
  );
}
