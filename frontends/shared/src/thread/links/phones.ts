/** Telephone numbers as they are written in Finland; dates, amounts and identity codes look otherwise. */

export interface Phone {
  readonly from: number;
  readonly to: number;
  readonly href: string;
}

/** One blank or hyphen between groups; neither letters nor further digits around. */
const number = new RegExp(
  String.raw`(?<![\p{L}\p{N}+.,:/-])(?:` +
    [
      // Emergency and out-of-hours help.
      String.raw`112|116[ \u00a0]?\d{3}`,
      // International.
      String.raw`\+\d{1,3}(?:[ \u00a0-]?\(0\))?(?:[ \u00a0-]?\d){5,12}`,
      // National: a leading zero that nothing but a telephone number has, in groups.
      String.raw`0\d{1,3}(?:[ \u00a0-]?\d{2,4}){1,4}`,
    ].join("|") +
    String.raw`)(?![\p{L}\p{N}]|[.,:/-]\d)`,
  "gu",
);

export function findPhones(text: string): readonly Phone[] {
  return [...text.matchAll(number)].flatMap(({ 0: shown, index }) => {
    const digits = shown.replace("(0)", "").replace(/[^\d+]/g, "");
    // Shorter ones with a zero in front are no numbers to call.
    const callable = !digits.startsWith("0") || (digits.length >= 6 && digits.length <= 13);
    return callable ? [{ from: index, to: index + shown.length, href: `tel:${digits}` }] : [];
  });
}
