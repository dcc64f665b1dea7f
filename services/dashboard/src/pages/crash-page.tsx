import { Button } from "@mantine/core";
import { FrontPage } from "../components/front-page.tsx";

/** Shown where the dashboard itself fails. Nothing that was saved is in danger. */
export function CrashPage() {
  return (
    <FrontPage title="Something broke" text="The dashboard ran into an error of its own. What was saved is safe.">
      <Button mt="lg" onClick={() => window.location.reload()}>
        Load the page again
      </Button>
    </FrontPage>
  );
}
