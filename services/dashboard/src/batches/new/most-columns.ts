/** The most columns of a file. */
export const mostColumns = 500;
