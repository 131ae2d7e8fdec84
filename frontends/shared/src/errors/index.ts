export { codeOf, ErrorBoundary } from "./ErrorBoundary";
export { LoadFailed } from "./LoadFailed";
export { asFailure, messageIds, useFailureLine, useFailureText, useFieldText } from "./message";
export { NotFoundPage } from "./NotFoundPage";
export { PageFailed } from "./PageFailed";
export { PartBoundary } from "./PartBoundary";
export { UnexpectedErrorPage } from "./UnexpectedErrorPage";
export { useLazyPart } from "./use-lazy-part";
