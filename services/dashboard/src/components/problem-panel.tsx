import { ApiProblem } from "@platen/client";
import { Button } from "@mantine/core";
import { CircleAlert, SearchX } from "lucide-react";
import { Link } from "react-router";
import { problemMessage } from "../api/problem-message.ts";
import { paths } from "../paths.ts";
import { Empty } from "../ui/empty-state.tsx";

/** Stands where something should be that could not be read: why, and the way on. */
export function ProblemPanel({ error, onRetry }: { error: Error; onRetry: () => void }) {
  if (error instanceof ApiProblem && error.status === 404) {
    return (
      <Empty
        icon={SearchX}
        title="Nothing is here"
        text={problemMessage(error)}
        action={
          <Button component={Link} to={paths.projects()} variant="default">
            All projects
          </Button>
        }
      />
    );
  }
  return (
    <Empty
      icon={CircleAlert}
      title="This could not be loaded"
      text={<span role="alert">{problemMessage(error)}</span>}
      action={
        <Button variant="default" onClick={onRetry}>
          Try again
        </Button>
      }
    />
  );
}
