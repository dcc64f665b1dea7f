/** The type of a dragged field: its path, with a line for each step. */
export const fieldType = "application/x-platen-field";
