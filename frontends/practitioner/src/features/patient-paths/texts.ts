import type { TranslatedJson } from "@kajo/shared/rpc";

/** What a path is called and what is said of it, as texts in several languages are shown elsewhere. */
export const textsOf = ({ fi = "", sv = "", en = "" }: TranslatedJson = {}) => ({ texts: { fi, sv, en } });
