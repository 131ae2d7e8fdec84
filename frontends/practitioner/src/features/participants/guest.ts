/** A guest of an appointment, as written: a name, and an e-mail address or a phone number (SCH-18). */
import type { PlainId } from "@kajo/shared/i18n";

export interface Guest {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
}

export const nobody: Guest = { name: "", email: "", phone: "" };

/** Nothing is written. */
export const isBlank = ({ name, email, phone }: Guest) => [name, email, phone].every((text) => text.trim() === "");

const emails = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;
const phones = /^\+358[1-9]\d{4,11}$/;
/** What people write between digits. */
const between = /[\s()/–-]/g;

/** What is wrong, by field, before the server is asked: it has the last word. */
export function guestProblems({ name, email, phone }: Guest): Readonly<Partial<Record<keyof Guest, PlainId>>> {
  const [mail, number] = [email.trim(), phone.replace(between, "")];
  return {
    ...(name.trim() === "" ? { name: "field.required" } : {}),
    ...(mail === "" && number === "" ? { email: "error.reason.email_or_phone_missing" } : {}),
    ...(mail !== "" && !emails.test(mail) ? { email: "error.reason.email_malformed" } : {}),
    ...(number !== "" && !phones.test(number) ? { phone: "error.reason.phone_malformed" } : {}),
  };
}
