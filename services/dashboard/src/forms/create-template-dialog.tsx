import { Anchor, Skeleton, TextInput } from "@mantine/core";
import { operations, type ResponseOutput } from "@platen/contracts";
import { useQuery } from "@tanstack/react-query";
import { FilePlus2 } from "lucide-react";
import { useState, type ReactNode } from "react";
import { operationQuery } from "../api/operation-query.ts";
import { problemMessage } from "../api/problem-message.ts";
import { useProject } from "../components/project-context.ts";
import { TemplateThumbnail } from "../components/template-thumbnail.tsx";
import { useNewTemplate, type Template } from "../components/templates/use-new-template.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Notice } from "../ui/notice.tsx";
import { toast } from "../ui/toast.ts";
import classes from "./create-template-dialog.module.css";
import { FormButtons } from "../components/form/form-buttons.tsx";
import { useForm } from "../components/form/use-form.ts";

export type Sample = ResponseOutput<typeof operations.listSamples>["samples"][number];

type CreateTemplateDialogProps = {
  isOpen: boolean;
  onClose: () => void;
  onCreated: (template: Template) => void;
  /** Opens the import of a file instead. */
  onImport: () => void;
};

type CardProps = {
  value: string;
  name: string;
  text: string;
  isChosen: boolean;
  onChoose: () => void;
  children: ReactNode;
};

/** A choice of how to start: a radio button with a picture. */
function Card({ value, name, text, isChosen, onChoose, children }: CardProps) {
  return (
    <label className={classes["card"]} data-chosen={isChosen || undefined}>
      <input type="radio" name="start" value={value} checked={isChosen} onChange={onChoose} aria-label={name} />
      <span className={classes["picture"]}>{children}</span>
      <span style={{ fontSize: "0.875rem", fontWeight: 500 }}>{name}</span>
      <span className={classes["text"]}>{text}</span>
    </label>
  );
}

type SampleCardsProps = {
  chosen: Sample | undefined;
  onChoose: (sample: Sample) => void;
  isOffered?: (sample: Sample) => boolean;
};

/** The samples, as choices of how to start. */
export function SampleCards({ chosen, onChoose, isOffered = () => true }: SampleCardsProps) {
  const { projectId } = useProject();
  const { data, error } = useQuery({ ...operationQuery(operations.listSamples, {}), staleTime: Infinity });
  if (error) return <p className={classes["text"]}>The samples could not be loaded: {problemMessage(error)}</p>;
  if (!data) return Array.from({ length: 9 }, (_, index) => <Skeleton key={index} height={190} radius="md" />);
  return data.samples.filter(isOffered).map((sample) => {
    const { slug, name, html, css, settings, dataSets, translations = {} } = sample;
    // The data sets of the service's samples are JSON objects.
    const filled = JSON.parse(dataSets[0]?.json ?? "{}") as Record<string, unknown>;
    return (
      <Card
        key={slug}
        value={slug}
        name={name}
        text={sample.description}
        isChosen={slug === chosen?.slug}
        onChoose={() => onChoose(sample)}
      >
        <TemplateThumbnail
          projectId={projectId}
          sample={{ name, html, css, settings, translations, sample: slug, data: filled }}
        />
      </Card>
    );
  });
}

function CreateForm({ onClose, onCreated, onImport }: Omit<CreateTemplateDialogProps, "isOpen">) {
  const { create, createBlank, findFreeName } = useNewTemplate();
  const [sample, setSample] = useState<Sample>();
  const { form, field, values, setValue, problem, isPending } = useForm({
    initialValues: { name: "" },
    send: async ({ name }) => {
      if (!sample) return createBlank(name);
      // Without a name, the template gets that of the sample, with a number if necessary.
      const newName = name.trim() === "" ? await findFreeName(sample.name) : name;
      return create({ name: newName, sample: sample.slug });
    },
    onDone: ({ template, kept }) => {
      onClose();
      if (kept) {
        const names = new Intl.ListFormat("en").format(kept.map((part) => `“${part.name}”`));
        toast(`The template uses the project’s own ${names}, not the sample’s.`);
      }
      onCreated(template);
    },
  });
  return (
    <form {...form}>
      {problem === undefined ? null : <Notice kind="failure">{problem}</Notice>}
      <TextInput
        label="Name"
        autoComplete="off"
        data-autofocus
        placeholder={sample?.name ?? "Invoice"}
        {...field("name")}
      />
      <fieldset className={classes["cards"]}>
        <legend className={classes["legend"]}>Start with</legend>
        <Card
          value="blank"
          name="Blank"
          text="An empty A4 page with the fonts and the first colour of the brand"
          isChosen={sample === undefined}
          onChoose={() => setSample(undefined)}
        >
          <span className={classes["blank"]}>
            <FilePlus2 size={22} strokeWidth={1.5} aria-hidden />
          </span>
        </Card>
        <SampleCards
          chosen={sample}
          onChoose={(chosen) => {
            setSample(chosen);
            // Removes the error of an empty name, which a sample does not need.
            setValue("name", values.name);
          }}
        />
      </fieldset>
      <div className={classes["end"]}>
        <Anchor component="button" type="button" fz="sm" underline="always" onClick={onImport}>
          Import a file instead
        </Anchor>
        <FormButtons submit="Create template" isPending={isPending} onCancel={onClose} />
      </div>
    </form>
  );
}

/** Creates a blank template, or one from a sample. */
export function CreateTemplateDialog({ isOpen, ...content }: CreateTemplateDialogProps) {
  return (
    <Dialog title="New template" isOpen={isOpen} onClose={content.onClose} size="xl">
      <CreateForm {...content} />
    </Dialog>
  );
}
