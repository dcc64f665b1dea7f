export { createStorage, type ByteRange, type Storage } from "./storage.ts";
