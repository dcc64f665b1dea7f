import { Button, NativeSelect, Skeleton, TextInput } from "@mantine/core";
import { operations } from "@platen/contracts";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { operationQuery } from "../../api/operation-query.ts";
import { useProject } from "../../components/project-context.ts";
import { FileChoice } from "../../forms/file-choice.tsx";
import { DropHint } from "../../ui/drop-hint.tsx";
import { formatSize } from "../../ui/format.ts";
import { Notice } from "../../ui/notice.tsx";
import { Panel } from "../../ui/panel.tsx";
import { useFileDrop } from "../../ui/use-file-drop.ts";
import { useSheetHeads } from "../use-sheet-heads.ts";
import { noOptions, readOptions } from "./batch-options.ts";
import type { Omission } from "./cell.ts";
import { firstLine, type ChosenFile } from "./chosen-file.ts";
import { mappingMistakes, proposeTargets, type ColumnTarget, type Mapping } from "./column-mapping.ts";
import { ColumnTable } from "./column-table.tsx";
import { DocumentPreview } from "./document-preview.tsx";
import { DocumentsPanel } from "./documents-panel.tsx";
import { readFileNames } from "./file-names.ts";
import { FileProblem } from "./file-problem.tsx";
import { GroupChoice } from "./group-choice.tsx";
import { MoreOptions } from "./more-options.tsx";
import classes from "./new-batch-form.module.css";
import { documentsOf } from "./row-count.ts";
import { sendingProblem } from "./sending-panel.tsx";
import { TemplateChoice, type PublishedTemplate } from "./template-choice.tsx";
import { columnFields, templateFields } from "./template-fields.ts";
import { fixedValues, unfilledFields, type FieldChoices } from "./unfilled-fields.ts";
import { UnfilledPanel } from "./unfilled-panel.tsx";
import { useChosenFile } from "./use-chosen-file.ts";
import { countingOf, useGroups } from "./use-groups.ts";
import { useRowCount, type Counting } from "./use-row-count.ts";
import type { Order } from "./use-sending.ts";

/** The files of the system's dialog. */
export const acceptedFiles = ".csv,.tsv,.txt,.xlsx,text/csv,text/tab-separated-values";

const columnsId = "columns-in-braces";
const missingId = "missing-for-the-batch";

/** The name of a file without its ending, for a batch. */
function nameOfFile(name: string): string {
  return name.replace(/\.\w+$/, "").slice(0, 200);
}

/** Why the file cannot be sent yet: the first thing to do. Undefined if it can. */
function missingFor(
  { targets, included }: Mapping,
  given: { name: string; hasFields: boolean; hasFileNames: boolean; hasOptions: boolean; counting: Counting },
): string | undefined {
  if (mappingMistakes(targets).size > 0) return "Correct the field that is marked above.";
  if (targets.every(({ path }) => path === "")) return "Give at least one column a field.";
  if (!given.hasFields) return "Correct the values of the fields without a column.";
  if (given.name === "") return "Name the batch.";
  if (!given.hasFileNames) return "Correct the file names in “More options”.";
  if (!given.hasOptions) return "Correct what is marked in “More options”.";
  const { count, error } = given.counting;
  if (error) return "Correct the file, and choose it again.";
  if (!count) return "The rows are being counted.";
  return documentsOf(count, included) === 0
    ? "All rows are left out. Include some, or choose another file."
    : undefined;
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
    ...operationQuery(operations.getVersion.member, { params: { projectId, templateId, version: String(version) } }),
    staleTime: Infinity,
  });
  const all = useMemo(() => {
    const { dataSets = [], settings = {} } = source.data ?? {};
    return templateFields(
      dataSets,
      settings.calculated?.map(({ name: field }) => field),
    );
  }, [source.data]);
  const [groupBy, setGroupBy] = useState<number>();
  const fields = useMemo(() => columnFields(all, groupBy !== undefined), [all, groupBy]);
  const heads = useSheetHeads();
  const proposed = useMemo(
    () => proposeTargets(chosen, fields, heads.ofTemplate(templateId)),
    [chosen, fields, heads, templateId],
  );
  const [changed, setChanged] = useState<readonly ColumnTarget[]>();
  const [choices, setChoices] = useState<FieldChoices>({});
  const [reference, setReference] = useState<number>();
  const [name, setName] = useState(() => nameOfFile(chosen.file.name));
  const [fileNames, setFileNames] = useState("");
  const [options, setOptions] = useState(noOptions);
  const [included, setIncluded] = useState<readonly Omission[]>([]);
  const [openedAt] = useState(() => Date.now());
  const groups = useGroups(chosen, { groupBy, included });
  const counting = countingOf(useRowCount(chosen), groupBy, groups);
  if (source.error) return <Notice kind="failure">{sendingProblem(source.error)}</Notice>;
  if (!source.data) return <Skeleton height={160} />;

  const targets = changed ?? proposed;
  const example = chosen.headers.find((header) => header !== "") ?? "number";
  const names = readFileNames(fileNames, chosen.headers);
  const unfilled = unfilledFields(all, targets);
  const fixed = fixedValues(unfilled, choices);
  const fileParts = "parts" in names ? names.parts : [];
  const mapping = { targets, fixed: fixed.values, groupBy, reference, fileNames: fileParts, included };
  const first = firstLine(chosen, included);
  const grouped = groups && "count" in groups ? groups.count : undefined;
  const firstLines = groups && "first" in groups ? groups.first : [first];
  const { fields: optionFields, mistakes } = readOptions(options, openedAt);
  const missing = missingFor(mapping, {
    name: name.trim(),
    hasFields: fixed.mistakes.size === 0,
    hasFileNames: "parts" in names,
    hasOptions: Object.keys(mistakes).length === 0,
    counting,
  });
  const batch = { body: { templateId, version, name: name.trim(), ...optionFields } };
  const order = { projectId, batch, chosen, mapping };
  return (
    <>
      <Panel title="Columns" text="Each column fills a field of the data. A column without a field is left out.">
        <GroupChoice headers={chosen.headers} groupBy={groupBy} onChange={setGroupBy} />
        <ColumnTable chosen={chosen} first={first} fields={fields} targets={targets} onChange={setChanged} />
        <div className={classes["fields"]}>
          <NativeSelect
            label="Reference"
            description="Your own name for each document. Without file names, the ZIP names its files by it."
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
        <datalist id={columnsId}>
          {[...new Set(chosen.headers.filter((header) => header !== ""))].map((header) => (
            <option key={header} value={`{${header}}`}>
              {header}
            </option>
          ))}
        </datalist>
        <MoreOptions options={options} mistakes={mistakes} onChange={setOptions}>
          <TextInput
            label="File names"
            description="Columns stand in braces."
            list={columnsId}
            placeholder={`payslip-{${example}}.pdf`}
            autoComplete="off"
            spellCheck={false}
            maxLength={300}
            value={fileNames}
            error={"mistake" in names ? names.mistake : undefined}
            onChange={({ currentTarget }) => setFileNames(currentTarget.value)}
          />
        </MoreOptions>
      </Panel>
      <UnfilledPanel unfilled={unfilled} choices={choices} mistakes={fixed.mistakes} onChange={setChoices} />
      <DocumentPreview
        template={template}
        first={firstLines}
        count={groupBy === undefined ? counting.count && documentsOf(counting.count, included) : grouped}
        chosen={chosen}
        mapping={mapping}
        region={optionFields}
      />
      <DocumentsPanel counting={counting} included={included} grouped={grouped} onChange={setIncluded} />
      {error ? (
        <div className={classes["problem"]}>
          <FileProblem error={error} />
        </div>
      ) : null}
      <div className={classes["buttons"]}>
        {missing === undefined ? null : <p id={missingId}>{missing}</p>}
        <Button
          disabled={missing !== undefined}
          aria-describedby={missing === undefined ? undefined : missingId}
          onClick={() => onSend(order)}
        >
          Send and start
        </Button>
      </div>
    </>
  );
}

type NewBatchFormProps = {
  /** The order that failed, and why. */
  failed: { order: Order; error: Error } | undefined;
  onSend: (order: Order) => void;
};

/** A template, a file, and what its columns become. */
export function NewBatchForm({ failed, onSend }: NewBatchFormProps) {
  const [template, setTemplate] = useState<PublishedTemplate>();
  const { chosen, choose, isOpening, fileName, error } = useChosenFile();
  const isOver = useFileDrop(true, ([file]) => choose(file));
  const { names = [], chosen: sheet } = chosen?.sheets ?? {};
  return (
    <>
      {isOver ? <DropHint>Drop the CSV file or Excel workbook to read its columns</DropHint> : null}
      <Panel title="Template and file">
        <TemplateChoice chosen={template} onChoose={setTemplate} />
        <div className={classes["file"]}>
          <FileChoice accept={acceptedFiles} isChosen={chosen !== undefined} onChoose={(file) => choose(file)} />
          <p aria-live="polite">
            {isOpening
              ? `Reading ${fileName ?? "the file"} …`
              : chosen
                ? `${chosen.file.name}, ${formatSize(chosen.file.size)}`
                : "An Excel workbook (.xlsx), or a CSV file in UTF-8. The first line names the columns. Drop it anywhere on this page."}
          </p>
        </div>
        {chosen && names.length > 1 ? (
          <NativeSelect
            className={classes["sheet"] ?? ""}
            label="Sheet"
            data={[...names]}
            value={sheet}
            onChange={({ currentTarget }) => choose(chosen.file, currentTarget.value)}
          />
        ) : null}
        {error ? (
          <div className={classes["problem"]}>
            <Notice kind="failure">{sendingProblem(error)}</Notice>
          </div>
        ) : null}
        {chosen?.warning === undefined ? null : (
          <div className={classes["problem"]}>
            <Notice kind="warning">{chosen.warning}</Notice>
          </div>
        )}
      </Panel>
      {template && chosen ? (
        <MappingForm
          key={`${template.templateId} ${chosen.file.name} ${chosen.file.lastModified} ${sheet ?? ""}`}
          template={template}
          chosen={chosen}
          error={failed?.order.chosen === chosen ? failed.error : null}
          onSend={onSend}
        />
      ) : null}
    </>
  );
}
