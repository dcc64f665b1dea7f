import { Button, NativeSelect } from "@mantine/core";
import { assetKinds, operations, type Asset } from "@platen/contracts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Crop, Download, Images, Link2, Pencil, Replace, Trash2, Upload } from "lucide-react";
import { useRef, type ReactNode } from "react";
import { listQuery } from "../api/operation-query.ts";
import { problemMessage } from "../api/problem-message.ts";
import { ListBar } from "../components/list-bar.tsx";
import { ListPage } from "../components/list-page.tsx";
import { NoMatch } from "../components/no-match.tsx";
import { useMay, useProject } from "../components/project-context.ts";
import { useListQuery } from "../components/use-list-query.ts";
import { assetBytesQuery } from "../library/assets/asset-bytes.ts";
import { AssetCell } from "../library/assets/asset-cell.tsx";
import { AssetDialogs, type AssetDialog } from "../library/assets/asset-dialogs.tsx";
import { acceptedFiles, kindLabel } from "../library/assets/asset-file.ts";
import { downloadAsset } from "../library/assets/download-asset.ts";
import { drawnName, isDrawable } from "../library/assets/scale-picture.ts";
import { UploadDialog } from "../library/assets/upload-dialog.tsx";
import { Copyable } from "../ui/copyable.tsx";
import type { Column } from "../ui/data-table.tsx";
import { DropHint } from "../ui/drop-hint.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { formatCount, formatSize } from "../ui/format.ts";
import { Help } from "../ui/help.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { RowMenu, type RowActions } from "../ui/row-menu.tsx";
import { SearchField } from "../ui/search-field.tsx";
import { TimeText } from "../ui/time-text.tsx";
import { toast, toastProblem } from "../ui/toast.ts";
import { useDialog } from "../ui/use-dialog.ts";
import { useFileDrop } from "../ui/use-file-drop.ts";

/** Files to upload, and the asset that the file replaces. */
type Chosen = { files: readonly File[]; replaced?: string };

type FiltersProps = {
  search: string | undefined;
  kind: string | undefined;
  change: (changes: { search?: string; kind?: string }) => void;
};

function Filters({ search = "", kind = "", change }: FiltersProps) {
  return (
    <ListBar>
      <SearchField label="Search assets" value={search} onSearch={(text) => change({ search: text })} />
      <NativeSelect
        aria-label="Kind"
        data={[
          { value: "", label: "Any kind" },
          ...assetKinds.map((name) => ({ value: name, label: `${kindLabel(name)}s` })),
        ]}
        value={kind}
        onChange={({ currentTarget }) => change({ kind: currentTarget.value })}
        maw="12rem"
      />
    </ListBar>
  );
}

/** `upload` is the button for members who may upload. */
function NoAssets({ upload }: { upload: ReactNode }) {
  return (
    <EmptyState
      icon={Images}
      title="No assets yet"
      text={
        upload
          ? "Upload a logo or a font, or drop files on this page. Published versions keep the files that they were published with."
          : "Owners and editors can upload pictures, fonts, style sheets and scripts."
      }
      {...(upload ? { action: upload } : {})}
    />
  );
}

/** The pictures, fonts, style sheets and scripts that the templates of a project use by name. */
export function AssetsPage() {
  const { projectId, name: projectName } = useProject();
  const may = useMay();
  const queryClient = useQueryClient();
  const { query, change } = useListQuery(operations.listAssets.member.request.query);
  const list = useQuery(listQuery(operations.listAssets.member, { params: { projectId }, query }));
  const uploading = useDialog<Chosen>();
  const dialog = useDialog<AssetDialog>();
  const input = useRef<HTMLInputElement>(null);
  const replaced = useRef<string>(undefined);
  const mayUpload = may(operations.uploadAsset.member);
  const isFileOver = useFileDrop(mayUpload, (files) => uploading.open({ files }));

  /** Opens the system's dialog: for new assets, or for a file that replaces an asset. */
  function choose(name?: string): void {
    if (!input.current) return;
    replaced.current = name;
    input.current.multiple = name === undefined;
    input.current.click();
  }

  /** Opens a picture of the library to crop it. The part replaces the picture. */
  async function crop(asset: Asset): Promise<void> {
    try {
      const bytes = await queryClient.fetchQuery(assetBytesQuery(projectId, asset));
      const fileName = asset.name.slice(asset.name.lastIndexOf("/") + 1);
      uploading.open({ files: [new File([bytes], fileName, { type: asset.contentType })], replaced: asset.name });
    } catch (error) {
      toastProblem(`“${asset.name}” cannot be cropped now. ${problemMessage(error)}`);
    }
  }

  function actionsOf(asset: Asset): RowActions {
    return [
      { label: "Uses", icon: Link2, onSelect: () => dialog.open({ kind: "uses", asset }) },
      {
        label: "Download",
        icon: Download,
        onSelect: () =>
          void downloadAsset(projectId, asset).catch((error: unknown) =>
            toastProblem(`“${asset.name}” was not downloaded. ${problemMessage(error)}`),
          ),
      },
      mayUpload && asset.kind === "picture" && isDrawable(asset.name) && drawnName(asset.name) === asset.name
        ? { label: "Crop", icon: Crop, onSelect: () => void crop(asset) }
        : undefined,
      mayUpload ? { label: "Replace", icon: Replace, onSelect: () => choose(asset.name) } : undefined,
      may(operations.renameAsset.member)
        ? { label: "Rename", icon: Pencil, onSelect: () => dialog.open({ kind: "rename", asset }) }
        : undefined,
      may(operations.deleteAsset.member)
        ? { label: "Delete", icon: Trash2, isDanger: true, onSelect: () => dialog.open({ kind: "delete", asset }) }
        : undefined,
    ];
  }

  const columns: Column<Asset>[] = [
    { header: "Name", sort: "name", kind: "title", cell: (asset) => <AssetCell asset={asset} /> },
    {
      header: "Use it as",
      width: 16,
      isExtra: true,
      cell: ({ name }) => <Copyable name="address" value={`asset:${name}`} />,
    },
    { header: "Size", sort: "sizeBytes", width: 6, kind: "figure", cell: ({ sizeBytes }) => formatSize(sizeBytes) },
    { header: "Changed", sort: "updatedAt", width: 9, cell: ({ updatedAt }) => <TimeText instant={updatedAt} /> },
    {
      header: "Actions",
      kind: "actions",
      cell: (asset) => <RowMenu name={asset.name} actions={actionsOf(asset)} />,
    },
  ];

  const isFiltered = query.search !== undefined || query.kind !== undefined;
  const isEmpty = list.data?.pagination.total === 0 && !isFiltered;
  const button = (
    <Button leftSection={<Upload size={16} aria-hidden />} onClick={() => choose()}>
      Upload
    </Button>
  );
  return (
    <>
      <PageHead
        title="Assets"
        documentTitle={`Assets · ${projectName}`}
        help={
          <Help about="Assets">
            Files that all templates of the project share. A template uses one by its name, such as{" "}
            <code>asset:logo.svg</code>, and a font by its family.
          </Help>
        }
      >
        {mayUpload && !isEmpty ? button : null}
      </PageHead>
      {isEmpty ? null : <Filters search={query.search} kind={query.kind} change={change} />}
      <ListPage
        label="Assets"
        noun="asset"
        columns={columns}
        list={list}
        itemsOf={({ assets }) => assets}
        keyOf={({ assetId }) => assetId}
        sort={query.sort}
        onChange={change}
        empty={
          isFiltered ? (
            <NoMatch text="No assets match" onClear={() => change({ search: undefined, kind: undefined })} />
          ) : (
            <NoAssets upload={mayUpload ? button : undefined} />
          )
        }
      />
      {isFileOver ? <DropHint>Drop the files to upload them</DropHint> : null}
      <input
        ref={input}
        type="file"
        accept={acceptedFiles}
        aria-label="Files to upload"
        hidden
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          // Lets the user choose the same file again after fixing it.
          currentTarget.value = "";
          if (files.length === 0) return;
          uploading.open({ files, ...(replaced.current === undefined ? {} : { replaced: replaced.current }) });
        }}
      />
      {uploading.subject === undefined ? null : (
        <UploadDialog
          files={uploading.subject.files}
          replaced={uploading.subject.replaced}
          {...uploading.props}
          onDone={({ length }) => toast(`${formatCount(length, "file")} uploaded.`)}
        />
      )}
      {dialog.subject === undefined ? null : <AssetDialogs dialog={dialog} />}
    </>
  );
}
