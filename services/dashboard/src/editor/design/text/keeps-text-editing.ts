/** Elements with this attribute can be used without ending the text editing. */
export const keepsTextEditing = "data-keeps-text-editing";
