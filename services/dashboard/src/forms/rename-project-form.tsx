import { Button, TextInput } from "@mantine/core";
import { operations } from "@platen/contracts";
import { useOperation } from "../api/operation-query.ts";
import type { Project } from "../components/project-context.ts";
import { Notice } from "../ui/notice.tsx";
import { useForm } from "../components/form/use-form.ts";

/** Renames a project. */
export function RenameProjectForm({ project, onDone }: { project: Project; onDone: () => void }) {
  const { mutateAsync: renameProject } = useOperation(operations.renameProject, [
    operations.getProject,
    operations.listMemberProjects,
  ]);
  const { form, field, values, problem, isPending } = useForm({
    initialValues: { name: project.name },
    send: (body) => renameProject({ params: { projectId: project.projectId }, body }),
    onDone,
  });
  return (
    <form {...form} style={{ display: "flex", alignItems: "flex-start", gap: "0.6rem", flexWrap: "wrap" }}>
      {problem === undefined ? null : <Notice kind="failure">{problem}</Notice>}
      <TextInput aria-label="Project name" autoComplete="off" w="22rem" maw="100%" {...field("name")} />
      <Button type="submit" variant="default" loading={isPending} disabled={values.name.trim() === project.name}>
        Rename
      </Button>
    </form>
  );
}
