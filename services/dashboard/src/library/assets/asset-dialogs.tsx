import { operations, type Asset } from "@platen/contracts";
import { operationQuery, useOperation } from "../../api/operation-query.ts";
import { useMay, useProject } from "../../components/project-context.ts";
import { NameDialog } from "../../components/dialogs/name-dialog.tsx";
import { paths } from "../../paths.ts";
import { toast } from "../../ui/toast.ts";
import type { DialogState } from "../../ui/use-dialog.ts";
import { DeleteDialog } from "../uses/delete-dialog.tsx";
import { UsesDialog } from "../uses/uses-dialog.tsx";

/** The open dialog, and its asset. */
export type AssetDialog = { kind: "rename" | "uses" | "delete"; asset: Asset };

/** The dialogs that the menu of an asset's row opens. */
export function AssetDialogs({ dialog: { subject, isOpen, close } }: { dialog: DialogState<AssetDialog> }) {
  const { projectId } = useProject();
  const may = useMay();
  const { mutateAsync: renameAsset } = useOperation(operations.renameAsset.member, [operations.listAssets.member]);
  const { mutateAsync: deleteAsset } = useOperation(operations.deleteAsset.member, [operations.listAssets.member]);
  if (!subject) return null;
  const { kind, asset } = subject;
  const { assetId, name } = asset;
  const params = { projectId, assetId };
  const propsFor = (wanted: AssetDialog["kind"]) => ({ isOpen: isOpen && kind === wanted, onClose: close });
  const uses = operationQuery(operations.getAssetUses.member, { params });
  return (
    <>
      <NameDialog
        title="Rename asset"
        submit="Rename"
        text={
          <>
            Drafts that use <code>asset:{name}</code> no longer find it. Published versions keep it.
          </>
        }
        initialName={name}
        {...propsFor("rename")}
        send={(newName) => renameAsset({ params, body: { name: newName } })}
      />
      <UsesDialog
        title={`Uses of “${name}”`}
        query={uses}
        updatePath={may(operations.republishVersion.member) ? paths.assetUpdate({ projectId, assetId }) : undefined}
        {...propsFor("uses")}
      />
      <DeleteDialog
        name={name}
        kind="asset"
        query={uses}
        {...propsFor("delete")}
        onDelete={() => deleteAsset({ params })}
        onDone={() => toast(`“${name}” is deleted.`)}
      />
    </>
  );
}
