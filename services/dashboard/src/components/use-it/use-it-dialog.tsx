import { Anchor, Tabs } from "@mantine/core";
import type { operations, ResponseOutput } from "@platen/contracts";
import { Link } from "react-router";
import { paths } from "../../paths.ts";
import { CodeBlock } from "../../ui/code-block.tsx";
import { Copyable } from "../../ui/copyable.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useProject } from "../project-context.ts";
import { curlSnippet } from "./curl-snippet.ts";
import { pythonSnippet } from "./python-snippet.ts";
import { dataUpTo, keyVariable, longestData, type SnippetParts } from "./snippet-parts.ts";
import { typescriptSnippet } from "./typescript-snippet.ts";

type Template = ResponseOutput<typeof operations.getTemplate.member>;

type UseItProps = {
  template: Template;
  /** The data that the snippets send. */
  data: Record<string, unknown>;
};

const languages: readonly { id: string; label: string; write: (parts: SnippetParts) => string }[] = [
  { id: "curl", label: "curl", write: curlSnippet },
  { id: "typescript", label: "TypeScript", write: typescriptSnippet },
  { id: "python", label: "Python", write: pythonSnippet },
];

function UseIt({ template: { templateId, version }, data }: UseItProps) {
  const { projectId } = useProject();
  const sent = dataUpTo(longestData, data);
  const parts = { origin: window.location.origin, templateId, data: sent };
  return (
    <>
      {version === null ? (
        <Notice kind="warning">
          This template is not published yet. Publish it first: until then, Platen refuses these requests.
        </Notice>
      ) : null}
      <p>
        Set the variable <code>{keyVariable}</code> to an{" "}
        <Anchor component={Link} to={paths.apiKeys({ projectId })} underline="always">
          API key
        </Anchor>{" "}
        of this project. Documents are generated from the published version
        {version === null ? "" : `, now version ${version}`}.
      </p>
      {sent === data ? null : (
        <Notice kind="warning">The sample data is too long to paste. Replace the empty object with your data.</Notice>
      )}
      <Tabs defaultValue="curl" keepMounted={false}>
        <Tabs.List aria-label="Language" mb="sm">
          {languages.map(({ id, label }) => (
            <Tabs.Tab key={id} value={id}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {languages.map(({ id, label, write }) => (
          <Tabs.Panel key={id} value={id}>
            <CodeBlock code={write(parts)} name={id === "curl" ? "command" : label} />
          </Tabs.Panel>
        ))}
      </Tabs>
      <div style={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: "0.4rem", margin: "1rem 0 0.5rem" }}>
        The template’s id: <Copyable name="id" value={templateId} />
      </div>
      <p>
        The{" "}
        <Anchor href="/docs" underline="always">
          API reference
        </Anchor>{" "}
        describes everything else that a request can contain.
      </p>
    </>
  );
}

/** Snippets that generate a document from a template, complete except for the key. */
export function UseItDialog({ isOpen, onClose, ...content }: UseItProps & { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog title={`Use “${content.template.name}”`} isOpen={isOpen} onClose={onClose} size="lg">
      <UseIt {...content} />
    </Dialog>
  );
}
