/** Loads the pages that most visits start with after sign-in. */
export const loadFirstPages = () => import("./first-pages.ts");
