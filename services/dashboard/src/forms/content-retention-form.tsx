import { Button, TextInput } from "@mantine/core";
import { operations } from "@platen/contracts";
import { useOperation } from "../api/operation-query.ts";
import type { Project } from "../components/project-context.ts";
import { Notice } from "../ui/notice.tsx";
import { useForm } from "../components/form/use-form.ts";

type Values = { contentDefaultDays: string; contentMaxDays: string };

/** Any other text than a number of days becomes 0, which the API refuses at its field. */
function daysIn(text: string): number {
  return /^\d{1,9}$/.test(text.trim()) ? Number(text) : 0;
}

function bodyOf({ contentDefaultDays, contentMaxDays }: Values) {
  return {
    contentDefaultDays: daysIn(contentDefaultDays),
    contentMaxDays: contentMaxDays.trim() === "" ? null : daysIn(contentMaxDays),
  };
}

const narrow = { input: { maxWidth: "14rem" } };

/** Chooses for how long a project's PDFs are kept: if a request does not say it, and at most. */
export function ContentRetentionForm({ project, onDone }: { project: Project; onDone: () => void }) {
  const { mutateAsync: save } = useOperation(operations.renameProject, [
    operations.getProject,
    operations.listMemberProjects,
  ]);
  const { projectId, contentDefaultDays, contentMaxDays, contentLimitDays } = project;
  const { form, field, values, problem, isPending } = useForm<Values, unknown>({
    initialValues: {
      contentDefaultDays: String(Math.min(contentDefaultDays, contentLimitDays)),
      contentMaxDays: contentMaxDays === null ? "" : String(Math.min(contentMaxDays, contentLimitDays)),
    },
    send: (given) => save({ params: { projectId }, body: bodyOf(given) }),
    onDone,
  });
  const body = bodyOf(values);
  const isSame = body.contentDefaultDays === contentDefaultDays && body.contentMaxDays === contentMaxDays;
  return (
    <form {...form} style={{ display: "grid", gap: "1rem", justifyItems: "start", maxWidth: "36rem" }}>
      {problem === undefined ? null : <Notice kind="failure">{problem}</Notice>}
      <TextInput
        label="Keep PDFs for, in days"
        description="If a request names no time (expiresIn)."
        inputMode="numeric"
        autoComplete="off"
        w="100%"
        styles={narrow}
        {...field("contentDefaultDays")}
      />
      <TextInput
        label="At most, in days"
        description={`Requests that name more are refused. Leave it empty for ${contentLimitDays}, the maximum of this installation.`}
        placeholder={String(contentLimitDays)}
        inputMode="numeric"
        autoComplete="off"
        w="100%"
        styles={narrow}
        {...field("contentMaxDays")}
      />
      <Button type="submit" variant="default" loading={isPending} disabled={isSame}>
        Save
      </Button>
    </form>
  );
}
