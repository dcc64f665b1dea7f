import { Button, TextInput } from "@mantine/core";
import { operations } from "@platen/contracts";
import { FilePlus2, RotateCcw } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { useOperation } from "../api/operation-query.ts";
import { problemMessage } from "../api/problem-message.ts";
import { useDataPdf } from "../components/pdf-pages/use-data-pdf.ts";
import { useProject } from "../components/project-context.ts";
import { useAccount } from "../components/require-sign-in.tsx";
import { DataForm } from "../data-form/data-form.tsx";
import { countMistakes, fieldsOf } from "../data-form/form-fields.ts";
import { formatCount } from "../ui/format.ts";
import { Notice } from "../ui/notice.tsx";
import { Panel } from "../ui/panel.tsx";
import { toastProblem } from "../ui/toast.ts";
import { DataPages } from "./data-pages.tsx";
import { LeaveQuestion } from "./leave-question.tsx";
import { MadeDocument } from "./made-document.tsx";
import classes from "./make-one.module.css";
import { notesOf } from "./notes-of.ts";
import { createTypedData } from "./typed-data.ts";

type Data = Record<string, unknown>;
type MakeOneFormProps = {
  template: { templateId: string; version: number };
  example: Data;
  /** The fields that Platen calculates. */
  calculated: readonly string[];
};

/** The data of the form, which survive a reload of the page. */
function useTypedData(templateId: string, example: Data) {
  const { projectId } = useProject();
  const { accountId } = useAccount();
  const memory = useMemo(
    () => createTypedData(sessionStorage, { accountId, projectId, templateId }),
    [accountId, projectId, templateId],
  );
  const [data, setData] = useState<Data>(() => memory.read() ?? example);
  const [made, setMade] = useState<Data>(example);
  return {
    data,
    /** Whether the data differ from the example, and from those of the last document. */
    isLossy: data !== made,
    change: (next: Data) => {
      setData(next);
      memory.keep(next);
    },
    reset: () => {
      setData(example);
      setMade(example);
      memory.forget();
    },
    noteMade: (of: Data) => {
      setMade(of);
      memory.forget();
    },
    forget: memory.forget,
  };
}

/** The form over the data of a document, its pages, and the document that is made from it. */
export function MakeOneForm({ template, example, calculated }: MakeOneFormProps) {
  const { projectId } = useProject();
  const { templateId, version } = template;
  const { data, isLossy, change, reset, noteMade, forget } = useTypedData(templateId, example);
  const [filename, setFilename] = useState("");
  const {
    mutate: create,
    data: created,
    isPending,
    error,
  } = useOperation(operations.createDocument.member, [operations.listDocuments.member]);
  const outcome = useRef<HTMLDivElement>(null);
  // The button stands below a long form, and the document above.
  useEffect(() => {
    if (created || error) outcome.current?.focus();
  }, [created, error]);
  const json = useMemo(() => JSON.stringify(data), [data]);
  const made = useDataPdf({ template, json });
  const notes = useMemo(() => notesOf(made.data?.warnings ?? []), [made.data]);
  const fields = useMemo(() => fieldsOf(example, calculated), [example, calculated]);

  function make(): void {
    const mistakes = countMistakes(fields, data);
    if (mistakes > 0) {
      toastProblem(
        `The document was not made: ${formatCount(mistakes, "field")} ${mistakes === 1 ? "has" : "have"} no number.`,
      );
      return;
    }
    const name = filename.trim();
    const body = { templateId, version, data, ...(name === "" ? {} : { filename: name }) };
    create({ params: { projectId }, body }, { onSuccess: () => noteMade(data) });
  }

  return (
    <>
      <LeaveQuestion isLossy={isLossy} onLeave={forget} />
      <div className={classes["made"]} ref={outcome} tabIndex={-1} aria-live="polite">
        {error ? <Notice kind="failure">{problemMessage(error)}</Notice> : null}
        {created ? <MadeDocument key={created.documentId} documentId={created.documentId} /> : null}
      </div>
      <div className={classes["columns"]}>
        <Panel title="Data" text="Filled with the example of the template. Write your own over it.">
          <DataForm example={example} value={data} onChange={change} calculated={calculated} notes={notes} />
          <TextInput
            className={classes["filename"] ?? ""}
            label="File name"
            description="Without one, the file has the name of the template."
            placeholder="invoice-2031.pdf"
            maxLength={200}
            value={filename}
            onChange={({ currentTarget }) => setFilename(currentTarget.value)}
          />
          <div className={classes["send"]}>
            <Button leftSection={<FilePlus2 size={16} aria-hidden />} loading={isPending} onClick={make}>
              Make document
            </Button>
            {data === example ? null : (
              <Button variant="default" leftSection={<RotateCcw size={15} aria-hidden />} onClick={reset}>
                Start again from the example
              </Button>
            )}
          </div>
        </Panel>
        <DataPages made={made} />
      </div>
    </>
  );
}
