import type { TranslatedJson } from "@kajo/shared/rpc";

/** The title of a content, as texts in several languages are shown elsewhere. */
export const textsOf = ({ fi = "", sv = "", en = "" }: TranslatedJson = {}) => ({ texts: { fi, sv, en } });
