export { packMessages, type FillRequest, type PackedMessages } from "./fill-message.ts";
export { createTemplateFiller, type TemplateFiller } from "./template-filler.ts";
