import { Button } from "@mantine/core";
import { SearchX } from "lucide-react";
import { EmptyState } from "../ui/empty-state.tsx";

/** The state of a list whose search or filter found nothing. */
export function NoMatch({ text, onClear }: { text: string; onClear: () => void }) {
  return (
    <EmptyState
      icon={SearchX}
      title={text}
      action={
        <Button variant="default" onClick={onClear}>
          Show all
        </Button>
      }
    />
  );
}
