export { createStorage, findUrlMistake, needsAccessKey } from "./create-storage.ts";
export { createMarkedStorage, type MarkedStorage } from "./marked-storage.ts";
export type { ByteRange, Storage } from "./storage.ts";
export { WrongStorageError } from "./wrong-storage-error.ts";
