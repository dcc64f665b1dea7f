import { operations } from "@platen/contracts";
import { operationQuery } from "../../api/operation-query.ts";
import { useMay, useProject } from "../../components/project-context.ts";
import { paths } from "../../paths.ts";
import { Panel } from "../../ui/panel.tsx";
import { UsesPanel } from "../uses/uses-panel.tsx";

/** The templates that follow the brand, with the way to those whose published versions have older values. */
export function BrandUses() {
  const { projectId } = useProject();
  const may = useMay();
  return (
    <Panel
      title="Templates that follow the brand"
      text="Drafts take a saved change at once. A published version stays as it is until you update it."
    >
      <UsesPanel
        query={operationQuery(operations.getBrandUses, { params: { projectId } })}
        updatePath={may(operations.republishVersion.member) ? paths.brandUpdate({ projectId }) : undefined}
      />
    </Panel>
  );
}
