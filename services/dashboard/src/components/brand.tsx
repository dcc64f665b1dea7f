import mark from "../ui/mark.svg";

export function Brand({ size = 26 }: { size?: number }) {
  return (
    <span style={{ display: "flex", alignItems: "center", gap: "0.55rem" }}>
      <img src={mark} width={size} height={size} alt="" />
      <span style={{ fontSize: "1.0625rem", fontWeight: 600, letterSpacing: "-0.02em", color: "var(--ink)" }}>
        Platen
      </span>
    </span>
  );
}
