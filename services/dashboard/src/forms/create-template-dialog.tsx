import { Anchor, Skeleton, TextInput } from "@mantine/core";
import { FilePlus2 } from "lucide-react";
import { useState, type ReactNode } from "react";
import { problemMessage } from "../api/problem-message.ts";
import { useNewTemplate, type Template } from "../components/templates/use-new-template.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Notice } from "../ui/notice.tsx";
import classes from "./create-template-dialog.module.css";
import { FormButtons } from "../components/form/form-buttons.tsx";
import { useForm } from "../components/form/use-form.ts";
import { SamplePicture, tellKept, useSamples, type Sample } from "./samples.tsx";

// One chunk: a project that shows the samples is where the dialog opens next.
export { SampleGallery } from "./sample-gallery.tsx";

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
  const { data, error } = useSamples();
  if (error) return <p className={classes["text"]}>The samples could not be loaded: {problemMessage(error)}</p>;
  if (!data) return Array.from({ length: 9 }, (_, index) => <Skeleton key={index} height={190} radius="md" />);
  return data.samples.filter(isOffered).map((sample) => (
    <Card
      key={sample.slug}
      value={sample.slug}
      name={sample.name}
      text={sample.description}
      isChosen={sample.slug === chosen?.slug}
      onChoose={() => onChoose(sample)}
    >
      <SamplePicture sample={sample} />
    </Card>
  ));
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
    onDone: (created) => {
      onClose();
      tellKept(created);
      onCreated(created.template);
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
