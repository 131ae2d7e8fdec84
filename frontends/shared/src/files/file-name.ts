/** What a file with a survey or with answers to one is called: the survey's title, in letters that every system takes, and of answers their day. */

/** What stands in such a file. */
export const fhirJson = "application/fhir+json";

const longest = 60;

/** `day`: for example 2027-03-28. */
export function fileNameOf(title: string, day?: string): string {
  const plain = title
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, longest)
    .replace(/^-+|-+$/g, "");
  return `${[plain || "kysely", day].filter(Boolean).join("-")}.json`;
}
