/** What the address of the list of contents says. */
import type { ServiceContentTypeJson } from "@kajo/shared/rpc";
import { type RecordSearch, recordSearch } from "../../module/search";
import { isContentType } from "./types";

export interface ContentSearch extends RecordSearch {
  readonly type?: ServiceContentTypeJson | undefined;
}

/** Reads it; what is none of ours is left out. */
export function contentSearch(asked: Record<string, unknown>): ContentSearch {
  return { ...recordSearch(asked), ...(isContentType(asked.type) ? { type: asked.type } : {}) };
}
