import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

/** `code-editor.module.css` defines the colours for light and dark. */
const highlightStyle = HighlightStyle.define([
  { tag: [tags.tagName, tags.angleBracket], color: "var(--code-tag)" },
  { tag: [tags.attributeName, tags.propertyName], color: "var(--code-name)" },
  { tag: [tags.string, tags.attributeValue], color: "var(--code-string)" },
  { tag: [tags.keyword, tags.atom, tags.bool, tags.null, tags.unit, tags.color], color: "var(--code-keyword)" },
  { tag: [tags.number], color: "var(--code-number)" },
  { tag: [tags.className, tags.labelName, tags.constant(tags.className)], color: "var(--code-tag)" },
  { tag: [tags.comment, tags.documentMeta, tags.processingInstruction], color: "var(--faint)" },
]);

const theme = EditorView.theme({
  "&": { height: "100%", color: "var(--ink)", backgroundColor: "var(--surface)", fontSize: "0.8125rem" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mantine-font-family-monospace)", lineHeight: "1.6" },
  ".cm-content": { padding: "0.5rem 0", caretColor: "var(--ink)" },
  ".cm-gutters": { border: "none", color: "var(--faint)", backgroundColor: "var(--surface)" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--row-hover)" },
  "&.cm-focused .cm-activeLineGutter": { color: "var(--ink)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "var(--selection)",
  },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-matchingBracket, &.cm-focused .cm-matchingBracket": {
    backgroundColor: "var(--accent-ring)",
  },
  ".cm-nonmatchingBracket, &.cm-focused .cm-nonmatchingBracket": { backgroundColor: "var(--danger-soft)" },
  ".cm-searchMatch": { backgroundColor: "var(--warn-soft)", outline: "1px solid var(--warn-line)" },
  ".cm-searchMatch-selected": { backgroundColor: "var(--selection)" },
  ".cm-selectionMatch": { backgroundColor: "var(--hover)" },
  ".cm-mustache, .cm-mustache *": { color: "var(--accent)" },
  ".cm-mustache": { backgroundColor: "var(--code-mustache)", borderRadius: "3px" },
  ".cm-mustache-section, .cm-mustache-inverted, .cm-mustache-close": { fontWeight: "600" },
  ".cm-mustache-comment, .cm-mustache-comment *": { color: "var(--faint)", fontWeight: "400" },
  ".cm-mustache-pair": { outline: "1px solid var(--accent)", borderRadius: "3px" },
  ".cm-tooltip": {
    border: "1px solid var(--line)",
    borderRadius: "7px",
    color: "var(--ink)",
    backgroundColor: "var(--raised)",
    boxShadow: "var(--shadow-high)",
    overflow: "hidden",
  },
  // Its explanation stands beside it.
  ".cm-tooltip.cm-tooltip-autocomplete": { overflow: "visible" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": {
    borderRadius: "7px",
    fontFamily: "var(--mantine-font-family-monospace)",
    fontSize: "0.78125rem",
    maxHeight: "16rem",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: "0.2rem 0.6rem" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { color: "var(--ink)", backgroundColor: "var(--hover)" },
  ".cm-completionMatchedText": { color: "var(--accent)", textDecoration: "none", fontWeight: "600" },
  ".cm-completionDetail": { color: "var(--soft)", fontStyle: "normal", marginLeft: "0.9rem" },
  ".cm-completionIcon": { display: "none" },
  ".cm-completionInfo, .cm-format-info": {
    maxWidth: "26rem",
    padding: "0.5rem 0.75rem",
    fontFamily: "var(--mantine-font-family)",
    fontSize: "0.78125rem",
    whiteSpace: "pre-line",
  },
  ".cm-completionInfo::first-line, .cm-format-info::first-line": {
    fontFamily: "var(--mantine-font-family-monospace)",
    fontWeight: "600",
  },
  ".cm-diagnostic": { padding: "0.35rem 0.7rem", fontFamily: "var(--mantine-font-family)" },
  ".cm-panels": { color: "var(--ink)", backgroundColor: "var(--back)" },
  ".cm-panels.cm-panels-top": { borderBottom: "1px solid var(--line)" },
  ".cm-panel.cm-search": { padding: "0.45rem 2rem 0.45rem 0.7rem", fontFamily: "var(--mantine-font-family)" },
  ".cm-panel.cm-search label": { fontSize: "0.78125rem", color: "var(--soft)" },
  ".cm-panel.cm-search [name=close]": { padding: "0.2rem 0.5rem", fontSize: "1rem", color: "var(--soft)" },
  ".cm-textfield": {
    padding: "0.2rem 0.5rem",
    border: "1px solid var(--line-strong)",
    borderRadius: "5px",
    fontSize: "0.8125rem",
    backgroundColor: "var(--surface)",
  },
  ".cm-button": {
    padding: "0.2rem 0.6rem",
    border: "1px solid var(--line-strong)",
    borderRadius: "5px",
    fontSize: "0.78125rem",
    color: "var(--ink)",
    backgroundColor: "var(--surface)",
    backgroundImage: "none",
  },
  ".cm-foldPlaceholder": { border: "none", color: "var(--soft)", backgroundColor: "var(--hover)" },
});

export const editorTheme: Extension = [theme, syntaxHighlighting(highlightStyle)];
