import { Anchor } from "@mantine/core";
import { ArrowLeft } from "lucide-react";
import { Link } from "react-router";

/** A link to the parent page, above a page's heading. */
export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <Anchor
      component={Link}
      to={to}
      c="var(--soft)"
      fz="sm"
      display="inline-flex"
      mb="xs"
      style={{ alignItems: "center", gap: "0.3rem" }}
    >
      <ArrowLeft size={14} aria-hidden />
      {children}
    </Anchor>
  );
}
