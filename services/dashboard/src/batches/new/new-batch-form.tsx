import { Button, NativeSelect, Skeleton, TextInput } from "@mantine/core";
import { operations } from "@platen/contracts";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { operationQuery } from "../../api/operation-query.ts";
import { useProject } from "../../components/project-context.ts";
import { FileChoice } from "../../forms/file-choice.tsx";
import { CodeBlock } from "../../ui/code-block.tsx";
import { DropHint } from "../../ui/drop-hint.tsx";
import { formatSize } from "../../ui/format.ts";
import { Notice } from "../../ui/notice.tsx";
import { Panel } from "../../ui/panel.tsx";
import { useFileDrop } from "../../ui/use-file-drop.ts";
import { openFile, type ChosenFile } from "./chosen-file.ts";
import { mappingMistakes, proposeTargets, rowOf, type ColumnTarget, type Mapping } from "./column-mapping.ts";
import { ColumnTable } from "./column-table.tsx";
import classes from "./new-batch-form.module.css";
import { CsvMistake } from "./read-csv.ts";
import { sendingProblem } from "./sending-panel.tsx";
import { TemplateChoice, type PublishedTemplate } from "./template-choice.tsx";
import { templateFields } from "./template-fields.ts";
import type { Order } from "./use-sending.ts";

/** The name of a file without its ending, for a batch. */
function nameOfFile(name: string): string {
  return name.replace(/\.\w+$/, "").slice(0, 200);
}

/** The first row as it is sent, as JSON, or what is wrong with it. */
function firstRow({ first }: ChosenFile, mapping: Mapping): { json: string } | { mistake: string } {
  try {
    return { json: JSON.stringify(rowOf(first, mapping, 1), null, 2) };
  } catch (error) {
    if (!(error instanceof CsvMistake)) throw error;
    return { mistake: error.message };
  }
}

function FirstRow({ chosen, mapping }: { chosen: ChosenFile; mapping: Mapping }) {
  const row = firstRow(chosen, mapping);
  return "json" in row ? <CodeBlock code={row.json} name="row" /> : <Notice kind="failure">{row.mistake}</Notice>;
}

type MappingFormProps = {
  template: PublishedTemplate;
  chosen: ChosenFile;
  error: Error | null;
  onSend: (order: Order) => void;
};

/** The columns of the file and the fields of the template. */
function MappingForm({ template, chosen, error, onSend }: MappingFormProps) {
  const { projectId } = useProject();
  const { templateId, version } = template;
  const source = useQuery({
    ...operationQuery(operations.getVersion, { params: { projectId, templateId, version: String(version) } }),
    staleTime: Infinity,
  });
  const fields = useMemo(() => templateFields(source.data?.dataSets ?? []), [source.data]);
  const proposed = useMemo(() => proposeTargets(chosen.headers, fields, chosen.separator), [chosen, fields]);
  const [changed, setChanged] = useState<readonly ColumnTarget[]>();
  const [reference, setReference] = useState<number>();
  const [name, setName] = useState(() => nameOfFile(chosen.file.name));
  if (source.error) return <Notice kind="failure">{sendingProblem(source.error)}</Notice>;
  if (!source.data) return <Skeleton height={160} />;

  const targets = changed ?? proposed;
  const mapping = { targets, reference };
  const isReady = mappingMistakes(targets).size === 0 && targets.some(({ path }) => path !== "") && name.trim() !== "";
  const order = { projectId, body: { templateId, version, name: name.trim() }, chosen, mapping };
  return (
    <>
      <Panel title="Columns" text="Each column fills a field of the data. A column without a field is left out.">
        <ColumnTable chosen={chosen} fields={fields} targets={targets} onChange={setChanged} />
        <div className={classes["fields"]}>
          <NativeSelect
            label="Reference"
            description="Your own name for each document. The ZIP names its files by it."
            data={[
              { value: "", label: "None" },
              ...targets.map(({ header }, index) => ({
                value: String(index),
                label: header === "" ? `column ${index + 1}` : header,
              })),
            ]}
            value={reference === undefined ? "" : String(reference)}
            onChange={({ currentTarget: { value } }) => setReference(value === "" ? undefined : Number(value))}
          />
          <TextInput
            label="Name of the batch"
            maxLength={200}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
        </div>
      </Panel>
      <Panel title="First row" text="The row as Platen gets it.">
        <FirstRow chosen={chosen} mapping={mapping} />
      </Panel>
      {error ? (
        <div className={classes["problem"]}>
          <Notice kind="failure">{sendingProblem(error)}</Notice>
        </div>
      ) : null}
      <div className={classes["buttons"]}>
        <Button disabled={!isReady} onClick={() => onSend(order)}>
          Send and start
        </Button>
      </div>
    </>
  );
}

type NewBatchFormProps = Pick<MappingFormProps, "error" | "onSend">;

/** A template, a file, and what its columns become. */
export function NewBatchForm(props: NewBatchFormProps) {
  const [template, setTemplate] = useState<PublishedTemplate>();
  const opening = useMutation({ mutationFn: openFile });
  const { data: chosen } = opening;
  const isOver = useFileDrop(true, ([file]) => opening.mutate(file));
  return (
    <>
      {isOver ? <DropHint>Drop the CSV file to read its columns</DropHint> : null}
      <Panel title="Template and file">
        <TemplateChoice chosen={template} onChoose={setTemplate} />
        <div className={classes["file"]}>
          <FileChoice
            accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values"
            isChosen={chosen !== undefined}
            onChoose={(file) => opening.mutate(file)}
          />
          <p>
            {chosen
              ? `${chosen.file.name}, ${formatSize(chosen.file.size)}`
              : "A CSV file in UTF-8 whose first line names the columns. Drop it anywhere on this page."}
          </p>
        </div>
        {opening.error ? (
          <div className={classes["problem"]}>
            <Notice kind="failure">{sendingProblem(opening.error)}</Notice>
          </div>
        ) : null}
      </Panel>
      {template && chosen ? (
        <MappingForm
          key={`${template.templateId} ${chosen.file.name} ${chosen.file.lastModified}`}
          template={template}
          chosen={chosen}
          {...props}
        />
      ) : null}
    </>
  );
}
