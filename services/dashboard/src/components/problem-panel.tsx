import { ApiProblem } from "@platen/client";
import { Button } from "@mantine/core";
import { CircleAlert, SearchX } from "lucide-react";
import { Link } from "react-router";
import { problemMessage } from "../api/problem-message.ts";
import { paths } from "../paths.ts";
import { EmptyState } from "../ui/empty-state.tsx";

/** Replaces content that could not be loaded by the reason and a way forward. */
export function ProblemPanel({ error, onRetry }: { error: Error; onRetry: () => void }) {
  if (error instanceof ApiProblem && error.status === 404) {
    return (
      <EmptyState
        icon={SearchX}
        title="Not found"
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
    <EmptyState
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
