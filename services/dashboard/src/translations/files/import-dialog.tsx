import { Button, NativeSelect, Radio, Stack } from "@mantine/core";
import { ApiProblem } from "@platen/client";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { problemMessage, sentence } from "../../api/problem-message.ts";
import { FileChoice } from "../../forms/file-choice.tsx";
import { FormButtons } from "../../components/form/form-buttons.tsx";
import { Dialog, DialogButtons } from "../../ui/dialog.tsx";
import { formatSize } from "../../ui/format.ts";
import { Notice } from "../../ui/notice.tsx";
import { languageName } from "../model/languages.ts";
import type { TableDifference } from "../model/text-table.ts";
import {
  describeDifference,
  formatOfFile,
  localeOfFile,
  namesLanguages,
  type ImportRequest,
} from "./translation-files.ts";

type ImportDialogProps = {
  isOpen: boolean;
  onClose: () => void;
  /** A file that was dropped on the page. */
  file: File | undefined;
  /** The languages of the table. */
  locales: readonly string[];
  onImport: (request: ImportRequest) => Promise<TableDifference>;
};

const maxBytes = 4_000_000;

type Chosen = { name: string } & (
  | { format: NonNullable<ReturnType<typeof formatOfFile>>; content: string; mistake?: undefined }
  | { mistake: string }
);

async function choose(file: File): Promise<Chosen> {
  const { name } = file;
  const format = formatOfFile(name);
  if (!format) return { name, mistake: "Its name must end with .json, .csv, .xlf or .xliff." };
  if (file.size > maxBytes) return { name, mistake: `It is larger than ${formatSize(maxBytes)}.` };
  try {
    return { name, format, content: new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer()) };
  } catch {
    return { name, mistake: "It is not UTF-8 text." };
  }
}

function Failure({ name, error }: { name: string; error: unknown }) {
  const details = error instanceof ApiProblem ? error.details : [];
  return (
    <Notice kind="failure">
      “{name}” is not imported. {details.length === 0 ? problemMessage(error) : "Nothing changed."}
      {details.length === 0 ? null : (
        <ul style={{ margin: "0.35rem 0 0", paddingLeft: "1.1rem", overflowWrap: "anywhere" }}>
          {details.map(({ path, line, column, message }) => (
            <li key={`${path} ${line ?? ""} ${column ?? ""} ${message}`}>
              {path === "content" ? null : <code>{path} </code>}
              {line === undefined ? null : `Line ${line}, column ${column ?? 1}: `}
              {sentence(message)}
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}

type OptionsProps = Pick<ImportDialogProps, "locales" | "onImport" | "onClose"> & {
  file: Extract<Chosen, { mistake?: undefined }>;
};

function ImportOptions({ file, locales, onImport, onClose }: OptionsProps) {
  const { name, format, content } = file;
  const [locale, setLocale] = useState(() =>
    format !== "json" || namesLanguages(content) ? "" : (localeOfFile(name) ?? locales[0] ?? ""),
  );
  const [mode, setMode] = useState<ImportRequest["mode"]>("merge");
  const { mutate, isPending, error, data } = useMutation({ mutationFn: onImport });
  if (data) {
    return (
      <>
        <output>{describeDifference(data)}</output>
        <DialogButtons>
          <Button onClick={onClose} data-autofocus>
            Done
          </Button>
        </DialogButtons>
      </>
    );
  }
  const choices = [...new Set([...locales, ...(locale === "" ? [] : [locale])])];
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isPending) mutate({ format, content, mode, ...(locale === "" ? {} : { locale }) });
      }}
    >
      {error ? <Failure name={name} error={error} /> : null}
      <p>
        <strong>{name}</strong>
      </p>
      <Stack gap="md">
        {format === "json" ? (
          <NativeSelect
            label="Language of the file"
            value={locale}
            data={[
              { value: "", label: "The file names its languages" },
              ...choices.map((value) => ({ value, label: `${languageName(value)} (${value})` })),
            ]}
            onChange={({ currentTarget }) => setLocale(currentTarget.value)}
          />
        ) : null}
        <Radio.Group
          label="Texts that the file lacks"
          value={mode}
          onChange={(value) => setMode(value === "replace" ? "replace" : "merge")}
        >
          <Stack gap="xs" mt={6}>
            <Radio value="merge" label="Keep them" />
            <Radio value="replace" label="Remove them from the languages of the file" />
          </Stack>
        </Radio.Group>
      </Stack>
      <FormButtons submit="Import" isPending={isPending} onCancel={onClose} />
    </form>
  );
}

function Import({ file, ...options }: Omit<ImportDialogProps, "isOpen">) {
  const [chosen, setChosen] = useState<Chosen>();
  useEffect(() => {
    if (file) void choose(file).then(setChosen);
  }, [file]);
  if (chosen && chosen.mistake === undefined) return <ImportOptions key={chosen.name} {...options} file={chosen} />;
  return (
    <>
      {chosen ? (
        <Notice kind="failure">
          “{chosen.name}” cannot be imported. {chosen.mistake}
        </Notice>
      ) : null}
      <p>Choose a JSON, CSV or XLIFF 2 file of at most {formatSize(maxBytes)}, or drop one on the page.</p>
      <FileChoice
        accept=".json,.csv,.xlf,.xliff,application/json,text/csv,application/xliff+xml"
        isChosen={chosen !== undefined}
        onChoose={(picked) => void choose(picked).then(setChosen)}
      />
    </>
  );
}

/** Imports a file of translations and says what changed. */
export function ImportDialog({ isOpen, ...content }: ImportDialogProps) {
  return (
    <Dialog title="Import translations" isOpen={isOpen} onClose={content.onClose}>
      <Import {...content} />
    </Dialog>
  );
}
