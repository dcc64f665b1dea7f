import { Button } from "@mantine/core";
import { operations } from "@platen/contracts";
import { useOperation } from "../../../api/operation-query.ts";
import { useMay, useProject } from "../../../components/project-context.ts";
import { NameDialog } from "../../../components/dialogs/name-dialog.tsx";
import { useDialog } from "../../../ui/use-dialog.ts";
import { useDesign, useDesignStore } from "../design-context.ts";
import { type ElementNode, replaceBySnippet, snippetIn } from "@platen/template-source";
import { Group, Wide } from "./group.tsx";

/** Turns an element into a snippet that other templates can use. */
export function MakeSnippet({ element }: { element: ElementNode }) {
  const { projectId } = useProject();
  const may = useMay();
  const { template } = useDesign((state) => state.document);
  const { accepts, apply, announce } = useDesignStore();
  const { mutateAsync: createSnippet } = useOperation(operations.createSnippet.member, [
    operations.listSnippets.member,
  ]);
  const dialog = useDialog();
  const html = snippetIn(template, element);
  const preview = replaceBySnippet(template, element, "snippet");
  if (html === undefined || !preview || !accepts(preview) || !may(operations.createSnippet.member)) return null;
  return (
    <Group title="Shared">
      <Wide>
        <Button variant="default" size="compact-sm" onClick={() => dialog.open(true)}>
          Make a snippet
        </Button>
      </Wide>
      <NameDialog
        title="Make a snippet of this"
        submit="Make snippet"
        placeholder="letterhead"
        text="The element moves into a snippet of the project, and this template uses that. Rules of the template’s CSS stay here: move those that other templates need into the snippet."
        {...dialog.props}
        send={(name) => createSnippet({ params: { projectId }, body: { name, html } })}
        onDone={({ name }) => {
          apply(replaceBySnippet(template, element, name));
          announce(`Made the snippet ${name}`);
        }}
      />
    </Group>
  );
}
