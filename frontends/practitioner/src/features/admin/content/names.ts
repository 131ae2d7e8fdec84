/** What the address calls a content. */
export const termsContent = "terms-and-conditions";
