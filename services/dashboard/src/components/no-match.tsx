import { Button } from "@mantine/core";
import { SearchX } from "lucide-react";
import { Empty } from "../ui/empty-state.tsx";

/** Stands where a search or filter found nothing. */
export function NoMatch({ text, onClear }: { text: string; onClear: () => void }) {
  return (
    <Empty
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
