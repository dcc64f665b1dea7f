export { checkStorage } from "./check-storage.ts";
export { createStorage, findUrlMistake, needsAccessKey } from "./create-storage.ts";
export type { ByteRange, Storage } from "./storage.ts";
