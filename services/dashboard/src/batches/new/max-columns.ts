/** The most columns of a file. */
export const maxColumns = 500;
