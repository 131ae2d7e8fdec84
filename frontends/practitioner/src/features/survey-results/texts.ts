import type { TranslatedJson } from "@kajo/shared/rpc";

/** A text of a survey, as texts in several languages are shown elsewhere. */
export const textsOf = ({ fi = "", sv = "", en = "" }: TranslatedJson = {}) => ({ texts: { fi, sv, en } });
