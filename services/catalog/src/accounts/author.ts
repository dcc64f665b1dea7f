/** The account that saved or published something. */
export type Author = { accountId: string; email: string };
