/** How many messages a text takes on the way to a phone (3GPP TS 23.038 and 23.040). */

/** The basic letters of text messages: each takes one place. */
const basic = new Set(
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà",
);

/** These take two: an escape stands before them. */
const extended = new Set("\f^{}\\[~]|€");

/** Of one message, and of each of several that belong together. */
const places = { basic: [160, 153], wide: [70, 67] } as const;

interface SmsSize {
  /** Messages; 0: nothing is written. */
  readonly parts: number;
  /** The first letter that is none of the basic ones: with it there is room for 70 letters instead of 160. */
  readonly wideFor: string | undefined;
}

export function smsSize(text: string): SmsSize {
  const letters = [...text];
  const wideFor = letters.find((letter) => !basic.has(letter) && !extended.has(letter));
  const sizes = letters.map((letter) => (wideFor === undefined ? (extended.has(letter) ? 2 : 1) : letter.length));
  const [alone, together] = places[wideFor === undefined ? "basic" : "wide"];
  const total = sizes.reduce((sum, size) => sum + size, 0);
  if (total <= alone) return { parts: total === 0 ? 0 : 1, wideFor };
  let parts = 1;
  let taken = 0;
  // What takes two places never stands half in one message and half in the next.
  for (const size of sizes) {
    if (taken + size > together) {
      parts += 1;
      taken = 0;
    }
    taken += size;
  }
  return { parts, wideFor };
}
