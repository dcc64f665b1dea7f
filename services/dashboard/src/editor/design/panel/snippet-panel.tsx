import { Button } from "@mantine/core";
import { Link } from "react-router";
import { useProject } from "../../../components/project-context.ts";
import { useLibrary } from "../../../library/use-library.ts";
import { paths } from "../../../paths.ts";
import classes from "./expression.module.css";
import { Group } from "./group.tsx";

/** What a snippet is, and the way to its editor. */
export function SnippetPanel({ name, title = "Snippet" }: { name: string; title?: string }) {
  const { projectId } = useProject();
  const { snippets } = useLibrary();
  const known = snippets.find((one) => one.name === name);
  return (
    <Group title={title}>
      <div className={classes["stack"]}>
        {known ? (
          <>
            <output className={classes["outcome"]}>
              All templates that use “{name}” share it. Drafts follow every change.
            </output>
            <Button
              component={Link}
              to={paths.snippet({ projectId, snippetId: known.snippetId })}
              variant="default"
              size="compact-sm"
            >
              Edit {name}
            </Button>
          </>
        ) : (
          <output className={classes["outcome"]}>The project has no snippet “{name}”.</output>
        )}
      </div>
    </Group>
  );
}
