import { Button } from "@mantine/core";
import { SearchX } from "lucide-react";
import { Link } from "react-router";
import { paths } from "../paths.ts";
import { Empty } from "../ui/empty-state.tsx";

export function NotFoundPage() {
  return (
    <Empty
      icon={SearchX}
      title="There is no such page"
      text="The address may be mistyped, or what was here has moved."
      action={
        <Button component={Link} to={paths.projects()} variant="default">
          All projects
        </Button>
      }
    />
  );
}
