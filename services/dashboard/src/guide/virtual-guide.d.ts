/** A document of the guide as HTML; `guide-pages.ts` builds it. */
declare module "virtual:guide/*" {
  const html: string;
  export default html;
}
