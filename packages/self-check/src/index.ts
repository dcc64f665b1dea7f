export { createCatalogCheck } from "./catalog-check.ts";
export { createSelfCheck, type SelfCheck } from "./self-check.ts";
