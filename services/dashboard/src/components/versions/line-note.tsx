import { Anchor } from "@mantine/core";
import { operations } from "@platen/contracts";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { operationQuery } from "../../api/operation-query.ts";
import { paths, type TemplateKey } from "../../paths.ts";
import { partsOf, type SourcePart } from "../source-diff/changed-parts.ts";

/** The names of the parts in the address of the editor. */
const editorParts = new Map([
  ["html", "html"],
  ["css", "css"],
  ["header", "settings.header"],
  ["footer", "settings.footer"],
]);

type LineNoteProps = { templateKey: TemplateKey; part: SourcePart; line: number };

/** Where the marked line of a version is mended: in the draft, whose text may have changed since. */
export function LineNote({ templateKey, part: { id, label, text }, line }: LineNoteProps) {
  const { data: draft } = useQuery({
    ...operationQuery(operations.getDraft.member, { params: templateKey }),
    staleTime: 0,
  });
  const part = editorParts.get(id);
  if (!draft || part === undefined) return null;
  const isSame = partsOf(draft).find((ofDraft) => ofDraft.id === id)?.text === text;
  return (
    <p style={{ margin: "0 0 0.75rem", color: "var(--soft)" }}>
      Line {line} is marked.{" "}
      {isSame
        ? `The draft has the same ${label}.`
        : `The ${label} of the draft has changed since this version, so the line may be another one there.`}{" "}
      <Anchor component={Link} to={paths.templateAt({ ...templateKey, part, line, column: 1 })} underline="always">
        Open the draft at line {line}
      </Anchor>
    </p>
  );
}
