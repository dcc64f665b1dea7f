export { packMessages, type FillRequest, type PackedMessages } from "./fill-message.ts";
export { createTemplateFiller, type FilledTemplate, type TemplateFiller } from "./template-filler.ts";
