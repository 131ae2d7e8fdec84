export { AttachmentList } from "./AttachmentList";
export { FileDrop } from "./FileDrop";
export { type AttachmentLimits, problemWith } from "./limits";
export { isSendable, type Upload, type Uploads, useUploads } from "./use-uploads";
