import { Button } from "@mantine/core";
import { SearchX } from "lucide-react";
import { Link } from "react-router";
import { paths } from "../paths.ts";
import { EmptyState } from "../ui/empty-state.tsx";

export function NotFoundPage() {
  return (
    <EmptyState
      icon={SearchX}
      title="Page not found"
      text="Check the address. It may be mistyped, or the page may have moved."
      action={
        <Button component={Link} to={paths.projects()} variant="default">
          All projects
        </Button>
      }
    />
  );
}
