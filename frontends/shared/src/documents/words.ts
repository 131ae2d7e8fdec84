import type { RichTextJson } from "../rpc/gen/kajo/common/v1/rich_text_pb";

/** What a document says in one language, as it is read. */
export interface DocumentWords {
  /** Code of the language. */
  readonly language: string;
  readonly title: string;
  readonly text?: RichTextJson | undefined;
  readonly linkText: string;
  readonly linkUrl: string;
}
