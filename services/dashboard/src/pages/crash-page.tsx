import { Button } from "@mantine/core";
import { FrontPage } from "../components/front-page.tsx";

/** The page for an error of the dashboard itself. */
export function CrashPage() {
  return (
    <FrontPage title="Something went wrong" text="The dashboard ran into an error. Everything that you saved is safe.">
      <Button mt="lg" onClick={() => window.location.reload()}>
        Reload the page
      </Button>
    </FrontPage>
  );
}
