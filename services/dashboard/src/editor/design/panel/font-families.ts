function family(name: string, fallback: string): { value: string; label: string } {
  // As browsers write it back.
  const quoted = name.includes(" ") ? `"${name}"` : name;
  return { value: `${quoted}, ${fallback}`, label: name };
}

/** The fonts that every worker has; see docs/templates.md. */
export const fontFamilies = [
  family("Inter", "sans-serif"),
  family("Source Serif 4", "serif"),
  family("JetBrains Mono", "monospace"),
  family("Arimo", "sans-serif"),
  family("Tinos", "serif"),
  family("Cousine", "monospace"),
  family("Noto Sans Arabic", "sans-serif"),
  family("Noto Sans Hebrew", "sans-serif"),
  family("Noto Sans Devanagari", "sans-serif"),
  family("Noto Sans Thai", "sans-serif"),
  family("Noto Sans CJK SC", "sans-serif"),
  family("Noto Sans CJK TC", "sans-serif"),
  family("Noto Sans CJK HK", "sans-serif"),
  family("Noto Sans CJK JP", "sans-serif"),
  family("Noto Sans CJK KR", "sans-serif"),
];
