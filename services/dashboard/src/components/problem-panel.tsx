import { ApiProblem } from "@platen/client";
import { Button } from "@mantine/core";
import { CircleAlert, SearchX } from "lucide-react";
import { Link } from "react-router";
import { problemMessage } from "../api/problem-message.ts";
import { paths } from "../paths.ts";
import { EmptyState } from "../ui/empty-state.tsx";

type ProblemPanelProps = {
  error: Error;
  onRetry: () => void;
  /** Where to go from something that does not exist. The default is the list of projects. */
  back?: { label: string; to: string };
};

/** Replaces content that could not be loaded by the reason and a way forward. */
export function ProblemPanel({ error, onRetry, back }: ProblemPanelProps) {
  if (error instanceof ApiProblem && error.status === 404) {
    return (
      <EmptyState
        icon={SearchX}
        title="Not found"
        text={problemMessage(error)}
        action={
          <Button component={Link} to={back?.to ?? paths.projects()} variant="default">
            {back?.label ?? "All projects"}
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
