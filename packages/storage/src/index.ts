export { createFolderStorage } from "./folder-storage.ts";
export { createStorage, type ByteRange, type Storage } from "./storage.ts";
