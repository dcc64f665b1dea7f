import type { ReactNode } from "react";

/** The bar above a list, with its search and filters. */
export function ListBar({ children }: { children: ReactNode }) {
  return (
    <div style={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: "0.75rem", marginBottom: "0.9rem" }}>
      {children}
    </div>
  );
}
