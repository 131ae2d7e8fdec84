/** What a survey's file is called: its title, in letters that every system takes. */

const longest = 60;

export function fileNameOf(title: string): string {
  const plain = title
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, longest)
    .replace(/^-+|-+$/g, "");
  return `${plain || "kysely"}.json`;
}
