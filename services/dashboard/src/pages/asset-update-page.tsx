import { operations } from "@platen/contracts";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { operationQuery } from "../api/operation-query.ts";
import { useProject } from "../components/project-context.ts";
import { UpdateTemplates } from "../library/uses/update-templates.tsx";
import { paths } from "../paths.ts";
import { BackLink } from "../ui/back-link.tsx";
import { PageHead } from "../ui/page-head.tsx";

/** Updates the published versions that use older bytes of an asset. */
export function AssetUpdatePage() {
  const { projectId } = useProject();
  const { assetId = "" } = useParams();
  const params = { projectId, assetId };
  const { data: asset } = useQuery(operationQuery(operations.getAsset.member, { params }));
  const name = asset?.name ?? "the asset";
  return (
    <>
      <BackLink to={paths.assets({ projectId })}>Assets</BackLink>
      <PageHead
        title={`Update templates that use ${name}`}
        description="Each published version keeps the file that it was published with. Compare its pages with the newest one, then publish those that you choose."
      />
      <UpdateTemplates query={operationQuery(operations.getAssetUses.member, { params })} />
    </>
  );
}
