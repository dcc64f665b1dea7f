import { Button, ColorInput, NativeSelect, TextInput } from "@mantine/core";
import { issueMessage, operations, type Brand } from "@platen/contracts";
import { Plus, Trash2 } from "lucide-react";
import { useEffect, useRef, useState, type SyntheticEvent } from "react";
import { useOperation } from "../../api/operation-query.ts";
import { problemMessage, sentence } from "../../api/problem-message.ts";
import { useMay, useProject } from "../../components/project-context.ts";
import { AssetPicture } from "../assets/asset-picture.tsx";
import { PictureFile } from "../assets/picture-file.tsx";
import { useProjectFonts } from "../fonts/font-families.ts";
import { useLibrary } from "../use-library.ts";
import { writtenColour } from "../../ui/colours.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Panel } from "../../ui/panel.tsx";
import { toast } from "../../ui/toast.ts";
import classes from "./brand-form.module.css";
import { BrandSheet } from "./brand-sheet.tsx";
import type { FormBrand } from "./form-brand.ts";

/** The contract's message for each wrong value, by its path: `colours.0.name`. */
function mistakesIn(brand: FormBrand): ReadonlyMap<string, string> {
  const { error } = operations.saveBrand.request.body.safeParse(brand, { error: issueMessage });
  return new Map(error?.issues.map(({ path, message }) => [path.join("."), sentence(message)]));
}

/** The name of a new colour, which the others do not have. */
function freeColourName(colours: FormBrand["colours"]): string {
  const taken = new Set(colours.map(({ name }) => name));
  let number = colours.length + 1;
  while (taken.has(`Colour ${number}`)) number += 1;
  return `Colour ${number}`;
}

const firstColour = "#0f6f58";
const maxColours = 24;

type PartProps = {
  brand: FormBrand;
  mayEdit: boolean;
  mistakes: ReadonlyMap<string, string>;
  onChange: (changes: Partial<FormBrand>) => void;
};

/** The text of a template that follows a part of the brand, below the field. */
function asVariable(name: string) {
  return {
    description: <code>{`var(--brand-${name})`}</code>,
    inputWrapperOrder: ["label" as const, "input" as const, "description" as const, "error" as const],
  };
}

function Colours({ brand: { colours }, mayEdit, mistakes, onChange }: PartProps) {
  const change = (index: number, changes: Partial<FormBrand["colours"][number]>) =>
    onChange({ colours: colours.map((colour, at) => (at === index ? { ...colour, ...changes } : colour)) });
  const list = useRef<HTMLUListElement>(null);
  /** The number of colours before a new one that waits for its value. */
  const before = useRef<number>(undefined);
  useEffect(() => {
    if (before.current === undefined || colours.length <= before.current) return;
    before.current = undefined;
    const field = list.current?.querySelector<HTMLInputElement>("li:last-child input");
    field?.focus();
    field?.select();
  });
  return (
    <>
      <ul ref={list} className={classes["colours"]}>
        {colours.map(({ name, value, variable }, index) => (
          // By position: a name changes while it is typed.
          // oxlint-disable-next-line react/no-array-index-key -- rows keep no state that their values do not have.
          <li key={index} className={classes["colour"]}>
            <ColorInput
              aria-label={`Value of colour ${index + 1}`}
              format="hex"
              fixOnBlur={false}
              eyeDropperButtonProps={{ "aria-label": "Pick the colour from the screen" }}
              value={value}
              error={mistakes.get(`colours.${index}.value`)}
              onChange={(text) => change(index, { value: text })}
              onBlur={({ currentTarget }) => change(index, { value: writtenColour(currentTarget.value).toLowerCase() })}
            />
            <TextInput
              aria-label={`Name of colour ${index + 1}`}
              autoComplete="off"
              {...(variable !== undefined && asVariable(variable))}
              value={name}
              error={mistakes.get(`colours.${index}.name`)}
              onChange={({ currentTarget }) => change(index, { name: currentTarget.value })}
            />
            {mayEdit ? (
              <IconButton
                size={36}
                label={`Remove the colour ${name}`}
                hint="Remove"
                icon={Trash2}
                onClick={() => onChange({ colours: colours.filter((_colour, at) => at !== index) })}
              />
            ) : null}
          </li>
        ))}
      </ul>
      {mistakes.has("colours") ? <Notice kind="failure">{mistakes.get("colours")}</Notice> : null}
      {mayEdit && colours.length < maxColours ? (
        <Button
          variant="default"
          leftSection={<Plus size={15} aria-hidden />}
          onClick={() => {
            before.current = colours.length;
            onChange({ colours: [...colours, { name: freeColourName(colours), value: firstColour }] });
          }}
        >
          Add a colour
        </Button>
      ) : null}
    </>
  );
}

function Fonts({ brand: { textFont, headingFont }, onChange }: PartProps) {
  const families = useProjectFonts().map(({ label }) => label);
  /** A font whose file was deleted stays until another is chosen. */
  const choices = (chosen: string | null, none: string) => [
    { value: "", label: none },
    ...(chosen === null || families.includes(chosen) ? families : [chosen, ...families]),
  ];
  return (
    <div className={classes["fields"]}>
      <NativeSelect
        label="Font of texts"
        {...(textFont !== null && asVariable("text-font"))}
        value={textFont ?? ""}
        data={choices(textFont, "None")}
        onChange={({ currentTarget }) => onChange({ textFont: currentTarget.value || null })}
      />
      <NativeSelect
        label="Font of headings"
        {...((headingFont ?? textFont) !== null && asVariable("heading-font"))}
        value={headingFont ?? ""}
        data={choices(headingFont, "As texts")}
        onChange={({ currentTarget }) => onChange({ headingFont: currentTarget.value || null })}
      />
    </div>
  );
}

function Logo({ brand: { logoAssetId }, mayEdit, onChange }: PartProps) {
  const { assets } = useLibrary();
  const pictures = assets.filter(({ kind }) => kind === "picture");
  const logo = pictures.find(({ assetId }) => assetId === logoAssetId);

  return (
    <div className={classes["logo"]}>
      {logo ? <AssetPicture asset={logo} /> : null}
      <NativeSelect
        label="Picture"
        value={logoAssetId ?? ""}
        data={[
          { value: "", label: "None" },
          // Until the library has loaded.
          ...(logoAssetId === null || logo ? [] : [{ value: logoAssetId, label: "…" }]),
          ...pictures.map(({ assetId, name }) => ({ value: assetId, label: name })),
        ]}
        onChange={({ currentTarget }) => onChange({ logoAssetId: currentTarget.value || null })}
      />
      {mayEdit ? (
        <PictureFile placeholder="Upload a picture" onAsset={({ assetId }) => onChange({ logoAssetId: assetId })} />
      ) : null}
    </div>
  );
}

/** The form of the brand. A viewer sees its values. */
export function BrandForm({ brand: saved }: { brand: Brand }) {
  const { projectId } = useProject();
  const mayEdit = useMay()(operations.saveBrand);
  const [changes, setChanges] = useState<Partial<FormBrand>>({});
  const [mistakes, setMistakes] = useState<ReadonlyMap<string, string>>(new Map());
  const { mutate, error, isPending } = useOperation(operations.saveBrand, [
    operations.getBrand,
    operations.getBrandUses,
  ]);
  const brand: FormBrand = { ...saved, ...changes };
  const isChanged = JSON.stringify(brand) !== JSON.stringify(saved);

  function change(next: Partial<FormBrand>): void {
    setChanges((current) => ({ ...current, ...next }));
    setMistakes(new Map());
  }

  function save(event: SyntheticEvent): void {
    event.preventDefault();
    const found = mistakesIn(brand);
    setMistakes(found);
    if (found.size > 0 || isPending || !isChanged) return;
    mutate(
      { params: { projectId }, body: brand },
      {
        onSuccess: () => {
          setChanges({});
          toast("The brand is saved.");
        },
      },
    );
  }

  const part = { brand, mayEdit, mistakes, onChange: change };
  return (
    <form noValidate onSubmit={save} className={classes["form"]}>
      <fieldset disabled={!mayEdit} className={classes["all"]}>
        <Panel
          title="Colours"
          text="Design offers them at each colour. The first is the main one, var(--brand-main), which blank templates and some samples have."
        >
          <Colours {...part} />
        </Panel>
        <Panel title="Fonts" text="They come first in the lists of Design, and blank templates have them.">
          <Fonts {...part} />
        </Panel>
        <Panel title="Logo" text="A picture of the library. Design inserts it from its menu Brand.">
          <Logo {...part} />
        </Panel>
        <Panel title="Legal line" text="Design inserts it into a page, or as the footer of all pages.">
          <TextInput
            style={{ maxWidth: "34rem" }}
            aria-label="Legal line"
            placeholder="Example Ltd, 1 Mill Lane, Registered in England No. 12345"
            value={brand.legalLine}
            error={mistakes.get("legalLine")}
            onChange={({ currentTarget }) => change({ legalLine: currentTarget.value })}
          />
        </Panel>
      </fieldset>
      <BrandSheet brand={brand} />
      {error ? <Notice kind="failure">{problemMessage(error)}</Notice> : null}
      {mayEdit ? (
        <div className={classes["end"]}>
          <Button type="submit" loading={isPending} data-disabled={!isChanged} aria-disabled={!isChanged}>
            Save
          </Button>
          {isChanged ? <span>Not saved</span> : null}
        </div>
      ) : null}
    </form>
  );
}
