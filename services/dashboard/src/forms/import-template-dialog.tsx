import { Button, Checkbox, TextInput } from "@mantine/core";
import { ImportError, readImport, type ImportedTemplate, type ImportFile } from "@platen/library-import";
import { FolderUp } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { sentence } from "../api/problem-message.ts";
import { useProject } from "../components/project-context.ts";
import { readChosenFile, type FileMistake } from "../components/template-file/read-template-file.ts";
import { templateFormat, type TemplateFile } from "../components/template-file/template-file.ts";
import { bringIntoProject } from "../components/template-import/create-imported-template.ts";
import { ImportReport } from "../components/template-import/import-report.tsx";
import { chosenFiles, readFiles } from "../components/template-import/read-files.ts";
import { useNewTemplate, type NewTemplate, type Template } from "../components/templates/use-new-template.ts";
import { Dialog } from "../ui/dialog.tsx";
import { formatCount } from "../ui/format.ts";
import { Notice } from "../ui/notice.tsx";
import { FileChoice } from "./file-choice.tsx";
import { FormButtons } from "../components/form/form-buttons.tsx";
import classes from "./import-template-dialog.module.css";
import { useForm } from "../components/form/use-form.ts";

/** A file with its path in the folder from which it comes. */
export type ImportChoice = readonly { name: string; file: File }[];

type ImportTemplateDialogProps = {
  isOpen: boolean;
  onClose: () => void;
  /** Files that are chosen already, for example by dropping them on the page. */
  files?: ImportChoice | undefined;
  /** Takes what the import made. */
  onImported: (template: Template) => void;
  /** Puts the source into a template that there is, in place of a new one, and returns that. */
  place?: ((source: NewTemplate) => Template) | undefined;
};

/** The choice of the person: a template that Platen exported, files of another kind, or neither. */
type Chosen = { title: string } & (
  | { template: TemplateFile }
  | { mistakes: readonly FileMistake[] }
  | { files: readonly ImportFile[]; imported: ImportedTemplate }
);

function isOfPlaten(text: string): boolean {
  return text.slice(0, 200).includes(`"${templateFormat}"`);
}

async function choose(choice: ImportChoice): Promise<Chosen> {
  const [first] = choice;
  const title = choice.length === 1 && first ? first.name : formatCount(choice.length, "file");
  try {
    if (choice.length === 1 && first?.name.endsWith(".json") && isOfPlaten(await first.file.slice(0, 200).text())) {
      return { title, ...(await readChosenFile(first.file)) };
    }
    const files = await readFiles(choice);
    return { title, files, imported: readImport(files) };
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    if (choice.length === 1 && first?.name.endsWith(".json")) return { title, ...(await readChosenFile(first.file)) };
    return { title, mistakes: [{ path: "", message: error.message }] };
  }
}

function Mistakes({ title, mistakes }: { title: string; mistakes: readonly FileMistake[] }) {
  return (
    <Notice kind="failure">
      “{title}” cannot be imported.
      <ul style={{ margin: "0.35rem 0 0", paddingLeft: "1.1rem", overflowWrap: "anywhere" }}>
        {mistakes.map(({ path, message }) => (
          <li key={`${path} ${message}`}>
            {path === "" ? null : <code>{path}</code>} {path === "" ? sentence(message) : message}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

type FormProps<Content> = { content: Content } & Pick<ImportTemplateDialogProps, "onClose" | "onImported" | "place">;

/** Makes a template of a source, or places it. */
function useMake(place: ImportTemplateDialogProps["place"]) {
  const { create, refreshLibrary } = useNewTemplate();
  return async (source: NewTemplate): Promise<{ template: Template }> => {
    if (!place) return create(source);
    await refreshLibrary();
    return { template: place(source) };
  };
}

function NameForm({ content: template, onClose, onImported, place }: FormProps<TemplateFile>) {
  const make = useMake(place);
  const { form, field, problem, isPending } = useForm({
    initialValues: { name: template.name },
    send: ({ name }) => {
      const { description, tags, settings, html, css, dataSets, translations } = template;
      return make({ name, description, tags, settings, html, css, dataSets, translations });
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
      {place ? null : <TextInput label="Name" autoComplete="off" autoFocus {...field("name")} />}
      <FormButtons submit="Import template" isPending={isPending} onCancel={onClose} />
    </form>
  );
}

/** The report of an import, and the name of the template. */
function ReportForm({
  content,
  onClose,
  onImported,
  place,
}: FormProps<{ files: readonly ImportFile[]; imported: ImportedTemplate }>) {
  const { projectId } = useProject();
  const make = useMake(place);
  const [given, setGiven] = useState<ReadonlyMap<string, readonly ImportFile[]>>(new Map());
  const [keepsScripts, setKeepsScripts] = useState(false);
  const imported = useMemo(
    () =>
      given.size === 0 && !keepsScripts
        ? content.imported
        : readImport(content.files, { given, ...(keepsScripts && { keepsScripts }) }),
    [content, given, keepsScripts],
  );
  const hasScripts = content.imported.report.some(({ kind }) => kind === "script");
  const { form, field, problem, isPending } = useForm({
    initialValues: { name: content.imported.name },
    send: async ({ name }) => make(await bringIntoProject(projectId, imported, name)),
    onDone: (created) => {
      onClose();
      onImported(created.template);
    },
  });

  async function give(address: string, chosen: readonly File[]): Promise<void> {
    const files = await readFiles(chosen.map((file) => ({ name: file.name, file })));
    setGiven((known) => new Map([...known, [address, files]]));
  }

  const { assets, snippets, html, css, report } = imported;
  return (
    <form {...form}>
      {problem === undefined ? null : <Notice kind="failure">{problem}</Notice>}
      <p className={classes["summary"]}>
        {formatCount(html.length, "character")} of HTML, {css.length.toLocaleString("en")} of CSS,{" "}
        {formatCount(assets.length, "file")} for the library
        {snippets.length > 0 ? `, ${formatCount(snippets.length, "snippet")}` : null}.
      </p>
      {place ? null : <TextInput label="Name" autoComplete="off" autoFocus {...field("name")} />}
      {hasScripts ? (
        <Checkbox
          mt="sm"
          label="Run the page’s scripts"
          description="Invoices rarely need them, and documents take several times as long."
          checked={keepsScripts}
          onChange={({ currentTarget }) => setKeepsScripts(currentTarget.checked)}
        />
      ) : null}
      <ImportReport rows={report} onGive={(address, chosen) => void give(address, chosen)} />
      <FormButtons submit={place ? "Import" : "Create template"} isPending={isPending} onCancel={onClose} />
    </form>
  );
}

/** A button that lets the user choose a folder with all its files. */
function FolderChoice({ onChoose }: { onChoose: (choice: ImportChoice) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={(element) => {
          input.current = element;
          // React knows no such attribute.
          element?.setAttribute("webkitdirectory", "");
        }}
        type="file"
        hidden
        multiple
        aria-label="Folder to import"
        onChange={({ currentTarget }) => {
          const files = Array.from(currentTarget.files ?? []);
          currentTarget.value = "";
          if (files.length > 0) onChoose(chosenFiles(files));
        }}
      />
      <Button variant="default" leftSection={<FolderUp size={16} aria-hidden />} onClick={() => input.current?.click()}>
        Choose a folder
      </Button>
    </>
  );
}

function Import({ files, ...form }: Omit<ImportTemplateDialogProps, "isOpen">) {
  const [chosen, setChosen] = useState<Chosen>();
  const take = (choice: ImportChoice) => void choose(choice).then(setChosen);
  useEffect(() => {
    if (files) void choose(files).then(setChosen);
  }, [files]);
  if (chosen && "template" in chosen) {
    return <NameForm key={chosen.title} content={chosen.template} {...form} />;
  }
  if (chosen && "imported" in chosen) {
    return <ReportForm key={chosen.title} content={chosen} {...form} />;
  }
  return (
    <>
      {chosen ? <Mistakes title={chosen.title} mistakes={chosen.mistakes} /> : null}
      <p>
        Choose an HTML file, a folder or a ZIP with its pictures, fonts and style sheets, or a file that was exported
        from Platen, PDFMonkey, apitemplate.io or jsreport. A report shows what becomes of each address and tag before
        anything is saved.
      </p>
      <div style={{ display: "flex", flexWrap: "wrap", gap: "0.6rem" }}>
        <FileChoice
          accept=".html,.htm,.zip,.jsrexport,.json,.liquid,.j2,.twig,.php,.hbs,.mustache,text/html,application/zip,application/json"
          isChosen={chosen !== undefined}
          onChoose={(file) => take([{ name: file.name, file }])}
        />
        <FolderChoice onChoose={take} />
      </div>
    </>
  );
}

/** Creates a template from files: of Platen, of another system, or of a folder with HTML. */
export function ImportTemplateDialog({ isOpen, ...content }: ImportTemplateDialogProps) {
  return (
    <Dialog title="Import a template" isOpen={isOpen} onClose={content.onClose} size="lg">
      <Import {...content} />
    </Dialog>
  );
}
