/** What a text on one line must be, as the server checks it. */
import type { StringFormatJson } from "../rpc/gen/kajo/survey/v1/questionnaire_pb";
import { isDay } from "./calendar";
import { trimmed } from "./kept";

const ssnForm = /^(\d\d)(\d\d)(\d\d)([-+U-YA-F])(\d{3})([0-9A-Y])$/;
const ssnChecks = "0123456789ABCDEFHJKLMNPRSTUVWXY";

/** A Finnish personal identity code, with the separators of 2023; held against the codes of services/identity/src/ssn.rs. */
export function isSsn(text: string): boolean {
  const code = trimmed(text).replace(/[a-z]/g, (letter) => letter.toUpperCase());
  const [, day = "", month = "", year = "", sign = "", number = "", check = ""] = ssnForm.exec(code) ?? [];
  // The numbers 000 and 001 are never given.
  if (number === "" || Number(number) < 2) return false;
  const century = sign === "+" ? "18" : /[A-F]/.test(sign) ? "20" : "19";
  return isDay(`${century}${year}-${month}-${day}`) && ssnChecks[Number(day + month + year + number) % 31] === check;
}

const emailLocal = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;
const emailLabel = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/i;

/** One @, something before it, a name with a dot behind it: as `chassis_domain::is_email`. */
function isEmail(text: string): boolean {
  const at = text.lastIndexOf("@");
  const local = text.slice(0, Math.max(at, 0));
  const labels = text.slice(at + 1).split(".");
  return (
    text.length <= 254 &&
    local.length <= 64 &&
    emailLocal.test(local) &&
    labels.length > 1 &&
    labels.every((label) => emailLabel.test(label)) &&
    !/^\d+$/.test(labels.at(-1) ?? "")
  );
}

/** With the country code: digits alone behind the plus, whatever people write between them. */
const isPhone = (text: string) => /^\+\d{7,15}$/.test(text.replace(/[\p{White_Space}()-]/gu, ""));

const isPostalCode = (text: string) => /^\d{5}$/.test(text);

const formats: Readonly<Partial<Record<StringFormatJson, readonly [string, (text: string) => boolean]>>> = {
  STRING_FORMAT_SSN: ["format_ssn", isSsn],
  STRING_FORMAT_EMAIL: ["format_email", isEmail],
  STRING_FORMAT_PHONE: ["format_phone", isPhone],
  STRING_FORMAT_POSTAL_CODE: ["format_postal_code", isPostalCode],
};

/** The code of what is wrong with a text that should be of this format; undefined: nothing. */
export function formatProblem(format: StringFormatJson | undefined, text: string): string | undefined {
  const [code, isGood] = formats[format ?? "STRING_FORMAT_UNSPECIFIED"] ?? [];
  return isGood?.(text) === false ? code : undefined;
}
