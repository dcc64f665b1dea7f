import { Button, Checkbox, Loader, TextInput } from "@mantine/core";
import { useDebouncedValue, usePrevious } from "@mantine/hooks";
import { assetName, operations, type Asset } from "@platen/contracts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Check, Crop } from "lucide-react";
import pLimit from "p-limit";
import { lazy, Suspense, useEffect, useRef, useState, type SyntheticEvent } from "react";
import { operationQuery } from "../../api/operation-query.ts";
import { problemMessage, sentence } from "../../api/problem-message.ts";
import { useProject } from "../../components/project-context.ts";
import { Dialog, DialogButtons } from "../../ui/dialog.tsx";
import { formatCount, formatSize } from "../../ui/format.ts";
import { assetNameOf, freeAssetName } from "./asset-file.ts";
import { examine, mustScale, uploadCandidate, type Candidate } from "./candidate.ts";
import { cropPicture, drawnName, isDrawable, type Area } from "./scale-picture.ts";
import classes from "./upload-dialog.module.css";

const PictureCrop = lazy(async () => ({ default: (await import("./picture-crop.tsx")).PictureCrop }));

type Row = Candidate & {
  id: number;
  name: string;
  isScaled: boolean;
  /** Whether the user is choosing the part of the picture that is uploaded. */
  isCropping: boolean;
  state: "ready" | "sending" | "done" | "failed";
  problem?: string;
  /** What the file became. */
  asset?: Asset;
};

type UploadDialogProps = {
  isOpen: boolean;
  onClose: () => void;
  files: readonly File[];
  /** The asset that gets the bytes of the file. Without it, each file gets a name of its own. */
  replaced?: string | undefined;
  onDone: (assets: readonly Asset[]) => void;
};

/** The name under which a file is uploaded. */
function sentName({ name, isScaled, smaller }: Row): string {
  return isScaled && smaller ? drawnName(name) : name;
}

function nameMistake(row: Row, rows: readonly Row[]): string | undefined {
  const issue = assetName.safeParse(row.name).error?.issues[0];
  if (issue) return sentence(`the name ${issue.message}`);
  const isTwice = rows.some(
    (other) => other.id < row.id && other.mistake === undefined && sentName(other) === sentName(row),
  );
  return isTwice ? "Another file above has this name." : undefined;
}

async function rowsOf(files: readonly File[], replaced: string | undefined): Promise<Row[]> {
  const candidates = await Promise.all(files.map(examine));
  const taken: string[] = [];
  return candidates.map((candidate, id) => {
    const name = replaced ?? freeAssetName(assetNameOf(candidate.file.name), taken);
    taken.push(name);
    return { ...candidate, id, name, isScaled: candidate.smaller !== undefined, isCropping: false, state: "ready" };
  });
}

/** Whether the picture can be cropped under its name: an asset keeps its kind of file. */
function mayCrop({ file, pixels, name }: Row): boolean {
  return pixels !== undefined && pixels.width > 1 && isDrawable(file.name) && drawnName(name) === name;
}

function describe({ file, pixels }: Row): string {
  const size = formatSize(file.size);
  return pixels && pixels.width > 0 ? `${size}, ${pixels.width} × ${pixels.height} pixels` : size;
}

/** Says that an upload replaces an asset, if the project has one of this name. */
function ReplaceNote({ name }: { name: string }) {
  const { projectId } = useProject();
  const [asked] = useDebouncedValue(name, 250);
  const { data } = useQuery({
    ...operationQuery(operations.listAssets.member, { params: { projectId }, query: { search: asked, pageSize: 100 } }),
    enabled: assetName.safeParse(asked).success,
  });
  const isKnown = asked === name && data?.assets.some((asset) => asset.name === name);
  return isKnown ? <div className={classes["note"]}>Replaces the asset of this name.</div> : null;
}

type FileRowProps = {
  row: Row;
  mistake: string | undefined;
  isFixed: boolean;
  change: (changes: Partial<Row>) => void;
  onCrop: (area: Area) => Promise<void>;
};

function FileRow({ row, mistake, isFixed, change, onCrop }: FileRowProps) {
  const { file, state, smaller, isScaled, isCropping } = row;
  const cropButton = useRef<HTMLButtonElement>(null);
  const wasCropping = usePrevious(isCropping);
  useEffect(() => {
    // The button that had the focus is gone.
    if (wasCropping && !isCropping) cropButton.current?.focus();
  }, [wasCropping, isCropping]);
  const isOpen = state === "ready" || state === "failed";
  return (
    <li className={classes["row"]}>
      <div className={classes["head"]}>
        <span className={classes["file"]} title={file.name}>
          {file.name}
        </span>
        <span className={classes["facts"]}>{describe(row)}</span>
        {state === "sending" ? <Loader size={14} aria-label="Uploading" /> : null}
        {state === "done" ? <Check size={16} aria-label="Uploaded" className={classes["good"]} /> : null}
      </div>
      {row.mistake !== undefined ? (
        <div className={classes["bad"]}>{row.mistake}</div>
      ) : isOpen ? (
        <>
          {isFixed ? null : (
            <TextInput
              size="xs"
              aria-label={`Name of ${file.name}`}
              autoComplete="off"
              value={row.name}
              error={mistake}
              onChange={({ currentTarget }) => change({ name: currentTarget.value })}
            />
          )}
          {isCropping && row.pixels ? (
            <Suspense fallback={<Loader size={14} aria-label="Opening the picture" />}>
              <PictureCrop
                file={file}
                pixels={row.pixels}
                onCancel={() => change({ isCropping: false })}
                onCrop={(area) => void onCrop(area)}
              />
            </Suspense>
          ) : mayCrop(row) ? (
            <Button
              ref={cropButton}
              variant="subtle"
              size="compact-xs"
              justify="start"
              w="max-content"
              leftSection={<Crop size={14} aria-hidden />}
              aria-label={`Crop ${file.name}`}
              onClick={() => change({ isCropping: true })}
            >
              Crop
            </Button>
          ) : null}
          {smaller ? (
            <Checkbox
              size="xs"
              label={
                mustScale(row)
                  ? `Scale it down to ${smaller.width} × ${smaller.height} pixels. It is too large for a project.`
                  : `Scale it down to ${smaller.width} × ${smaller.height} pixels, enough for a whole page in print`
              }
              checked={isScaled}
              disabled={mustScale(row)}
              onChange={({ currentTarget }) => change({ isScaled: currentTarget.checked })}
            />
          ) : null}
          {mistake === undefined && !isFixed ? <ReplaceNote name={sentName(row)} /> : null}
          {row.problem === undefined ? null : (
            <div className={classes["bad"]} role="alert">
              {row.problem}
            </div>
          )}
        </>
      ) : null}
    </li>
  );
}

function Upload({ files, replaced, onClose, onDone }: Omit<UploadDialogProps, "isOpen">) {
  const { projectId } = useProject();
  const queryClient = useQueryClient();
  const [rows, setRows] = useState<readonly Row[]>();
  const [isSending, setIsSending] = useState(false);
  useEffect(() => {
    let isOver = false;
    async function read(): Promise<void> {
      const next = await rowsOf(files, replaced);
      if (!isOver) setRows(next);
    }
    void read();
    return () => {
      isOver = true;
    };
  }, [files, replaced]);
  if (!rows) return <Loader aria-label="Reading the files" />;

  const change = (id: number, changes: Partial<Row>) =>
    setRows((current) => current?.map((row) => (row.id === id ? { ...row, ...changes } : row)));
  /** Puts a part of the picture in its place, which may need no scaling any more. */
  async function crop(row: Row, area: Area): Promise<void> {
    const { id, name } = row;
    try {
      const candidate = await examine(await cropPicture(row.file, area));
      const isScaled = candidate.smaller !== undefined;
      const cropped: Row = { ...candidate, id, name, isScaled, isCropping: false, state: "ready" };
      setRows((current) => current?.map((other) => (other.id === id ? cropped : other)));
    } catch {
      change(id, {
        isCropping: false,
        problem: "The browser could not crop the picture. Upload it whole, or crop it elsewhere.",
      });
    }
  }
  const sendable = rows.filter(({ mistake, state }) => mistake === undefined && state !== "done");
  const isBlocked = sendable.some((row) => row.isCropping || nameMistake(row, rows) !== undefined);
  const doneCount = rows.filter(({ state }) => state === "done").length;

  async function send(row: Row): Promise<Asset | undefined> {
    change(row.id, { state: "sending" });
    try {
      const asset = await uploadCandidate(projectId, row, row);
      change(row.id, { state: "done", asset });
      return asset;
    } catch (error) {
      change(row.id, { state: "failed", problem: problemMessage(error) });
      return undefined;
    }
  }

  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    if (isSending || isBlocked || sendable.length === 0) return;
    setIsSending(true);
    const limit = pLimit(2);
    const sent = await Promise.all(sendable.map((row) => limit(() => send(row))));
    for (const { operationId } of [operations.listAssets.member, operations.getAsset.member]) {
      void queryClient.invalidateQueries({ queryKey: [operationId] });
    }
    setIsSending(false);
    const isWhole = rows?.every(({ mistake }) => mistake === undefined) ?? false;
    const uploaded = [...(rows ?? []).map(({ asset }) => asset), ...sent].filter((asset) => asset !== undefined);
    if (isWhole && sent.every((asset) => asset !== undefined)) {
      onClose();
      onDone(uploaded);
    }
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      {replaced === undefined ? (
        <p className={classes["intro"]}>
          A template uses a file by its name, such as <code>asset:{rows[0]?.name ?? "logo.png"}</code>.
        </p>
      ) : (
        <p className={classes["intro"]}>
          Drafts that use <code>asset:{replaced}</code> show the new file. Published versions keep the old one.
        </p>
      )}
      <ul className={classes["rows"]}>
        {rows.map((row) => (
          <FileRow
            key={row.id}
            row={row}
            mistake={row.state === "done" ? undefined : nameMistake(row, rows)}
            isFixed={replaced !== undefined}
            change={(changes) => change(row.id, changes)}
            onCrop={(area) => crop(row, area)}
          />
        ))}
      </ul>
      {isSending && rows.length > 1 ? (
        <output className={classes["facts"]}>
          {doneCount} of {formatCount(rows.length, "file")} uploaded
        </output>
      ) : null}
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          {sendable.length === 0 ? "Close" : "Cancel"}
        </Button>
        {sendable.length === 0 ? null : (
          // The dialog looks for its focus before the files are read.
          <Button type="submit" loading={isSending} disabled={isBlocked} autoFocus data-autofocus>
            {replaced === undefined ? `Upload ${formatCount(sendable.length, "file")}` : "Replace"}
          </Button>
        )}
      </DialogButtons>
    </form>
  );
}

/** Uploads files to the library. Each file that is refused says why, and the others are uploaded all the same. */
export function UploadDialog({ isOpen, ...content }: UploadDialogProps) {
  const { replaced } = content;
  return (
    <Dialog
      title={replaced === undefined ? "Upload assets" : `Replace “${replaced}”`}
      isOpen={isOpen}
      onClose={content.onClose}
      size="lg"
    >
      <Upload {...content} />
    </Dialog>
  );
}
