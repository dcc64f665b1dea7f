import { TagsInput, Textarea } from "@mantine/core";
import { operations } from "@platen/contracts";
import { useOperation } from "../../api/operation-query.ts";
import { useProject } from "../project-context.ts";
import { useKnownTags } from "./use-known-tags.ts";
import type { Template } from "./use-new-template.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { FormButtons } from "../form/form-buttons.tsx";
import { useForm } from "../form/use-form.ts";

type TemplateDetailsDialogProps = { isOpen: boolean; onClose: () => void; template: Template | undefined };

const maxTags = 20;
/** Tags cannot contain this character. */
const separator = ",";

function tagsIn(text: string): string[] {
  return text === "" ? [] : text.split(separator);
}

function DetailsForm({ template, onClose }: { template: Template; onClose: () => void }) {
  const { projectId } = useProject();
  const { templateId } = template;
  const knownTags = useKnownTags();
  const { mutateAsync: updateTemplate } = useOperation(operations.updateTemplate.member, [
    operations.listTemplates.member,
    operations.getTemplate.member,
  ]);
  const { form, field, values, setValue, problem, isPending } = useForm({
    initialValues: { description: template.description, tags: template.tags.join(separator) },
    send: ({ description, tags }) =>
      updateTemplate({ params: { projectId, templateId }, body: { description, tags: tagsIn(tags) } }),
    onDone: onClose,
  });
  return (
    <form {...form}>
      {problem === undefined ? null : <Notice kind="failure">{problem}</Notice>}
      <TagsInput
        label="Tags"
        description="Press Enter or type a comma after each tag. You can list templates by tag, here and through the API."
        data={[...knownTags]}
        value={tagsIn(values.tags)}
        onChange={(tags) => setValue("tags", tags.join(separator))}
        error={field("tags").error}
        maxTags={maxTags}
        splitChars={[separator]}
        acceptValueOnBlur
        clearable={false}
        openOnFocus={false}
        data-autofocus
      />
      <Textarea label="Description" autosize minRows={2} maxRows={8} mt="md" {...field("description")} />
      <FormButtons submit="Save" isPending={isPending} onCancel={onClose} />
    </form>
  );
}

/** Changes the tags and the description of a template. */
export function TemplateDetailsDialog({ isOpen, onClose, template }: TemplateDetailsDialogProps) {
  return (
    <Dialog title={`Tags and description of “${template?.name ?? ""}”`} isOpen={isOpen} onClose={onClose}>
      {template ? <DetailsForm template={template} onClose={onClose} /> : null}
    </Dialog>
  );
}
