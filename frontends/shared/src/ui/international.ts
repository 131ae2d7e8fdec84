const kept = /^\s*\+358[\s-]*[1-9]/;
const atHome = /^\s*(?:(?:\+|00)\s*358[\s-]*\(?0\)?|00\s*358(?=[\s-]*[1-9])|0(?=[\s-]*[1-9]))[\s-]*/;

/** A Finnish number as it is kept: with +358 in front (PRO-02). What is none stays as it was typed. */
export function international(typed: string): string {
  return kept.test(typed) ? typed : typed.replace(atHome, "+358 ");
}
