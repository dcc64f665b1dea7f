/** The attribute of a field in the panel for the text of one language. */
export const textPanelAttribute = "data-text-language";

/** Moves the focus to the panel's field for the text of a language, once React has rendered it. */
export function focusTextField(locale: string): void {
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>(`[${textPanelAttribute}="${CSS.escape(locale)}"]`)?.focus(),
  );
}
