import { TextInput } from "@mantine/core";
import { useEffect, useState } from "react";
import { sentence } from "../api/problem-message.ts";
import { maxFileBytes, readChosenFile, type FileMistake } from "../components/template-file/read-template-file.ts";
import type { TemplateFile } from "../components/template-file/template-file.ts";
import { useNewTemplate, type Template } from "../components/templates/use-new-template.ts";
import { Dialog } from "../ui/dialog.tsx";
import { formatCount, formatSize } from "../ui/format.ts";
import { Notice } from "../ui/notice.tsx";
import { FileChoice } from "./file-choice.tsx";
import { FormButtons } from "./form-buttons.tsx";
import classes from "./import-template-dialog.module.css";
import { useForm } from "./use-form.ts";

type ImportTemplateDialogProps = {
  isOpen: boolean;
  onClose: () => void;
  /** A file that is chosen already, for example by dropping it on the page. */
  file: File | undefined;
  onImported: (template: Template) => void;
};

/** A chosen file, with its template or its mistakes. */
type Chosen = { fileName: string; template?: TemplateFile; mistakes?: readonly FileMistake[] };

/** Reads a chosen file. */
async function choose(file: File): Promise<Chosen> {
  return { fileName: file.name, ...(await readChosenFile(file)) };
}

function Mistakes({ fileName, mistakes }: { fileName: string; mistakes: readonly FileMistake[] }) {
  return (
    <Notice kind="failure">
      “{fileName}” cannot be imported.
      <ul className={classes["mistakes"]}>
        {mistakes.map(({ path, message }) => (
          <li key={`${path} ${message}`}>
            {path === "" ? null : <code>{path}</code>} {path === "" ? sentence(message) : message}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

type NameFormProps = { template: TemplateFile; onClose: () => void; onImported: (template: Template) => void };

function NameForm({ template, onClose, onImported }: NameFormProps) {
  const { create } = useNewTemplate();
  const { form, field, problem, isPending } = useForm({
    initialValues: { name: template.name },
    send: ({ name }) => {
      const { description, tags, settings, html, css, dataSets, translations } = template;
      return create({ name, description, tags, settings, html, css, dataSets, translations });
    },
    onDone: (created) => {
      onClose();
      onImported(created.template);
    },
  });
  return (
    <form {...form}>
      {problem === undefined ? null : <Notice kind="failure">{problem}</Notice>}
      <p className={classes["summary"]}>
        {template.description === "" ? null : `${template.description} `}
        {formatCount(template.html.length, "character")} of HTML, {template.css.length.toLocaleString("en")} of CSS,{" "}
        {formatCount(template.dataSets.length, "data set")}.
      </p>
      <TextInput label="Name" autoComplete="off" autoFocus {...field("name")} />
      <FormButtons submit="Import template" isPending={isPending} onCancel={onClose} />
    </form>
  );
}

function Import({ file, onClose, onImported }: Omit<ImportTemplateDialogProps, "isOpen">) {
  const [chosen, setChosen] = useState<Chosen>();
  useEffect(() => {
    if (file) void choose(file).then(setChosen);
  }, [file]);
  return (
    <>
      {chosen?.mistakes ? <Mistakes fileName={chosen.fileName} mistakes={chosen.mistakes} /> : null}
      {chosen?.template ? (
        <NameForm key={chosen.fileName} template={chosen.template} onClose={onClose} onImported={onImported} />
      ) : (
        <>
          <p>
            Choose a file that was exported from Platen. Its name ends with <code>.platen.json</code>. It can be{" "}
            {formatSize(maxFileBytes)} at most.
          </p>
          <FileChoice
            accept=".json,application/json"
            isChosen={chosen !== undefined}
            onChoose={(picked) => void choose(picked).then(setChosen)}
          />
        </>
      )}
    </>
  );
}

/** Creates a template from an exported file, under its name or another one. */
export function ImportTemplateDialog({ isOpen, ...content }: ImportTemplateDialogProps) {
  return (
    <Dialog title="Import a template" isOpen={isOpen} onClose={content.onClose} size="lg">
      <Import {...content} />
    </Dialog>
  );
}
