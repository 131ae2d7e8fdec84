/** What the ids in a proof are called. The file is read with them and proved without them (tools/verify-access-log). */
import { type Language, localized } from "@kajo/shared/i18n";
import type { NameAccessorsRequestJson, NameAccessorsResponseJson } from "@kajo/shared/rpc";

/** By id. */
export interface Names {
  readonly people: Readonly<Record<string, string>>;
  readonly roles: Readonly<Record<string, string>>;
  readonly locations: Readonly<Record<string, string>>;
}

/** A row of a proof, as far as names are concerned. One that is withheld does not say what happened. */
export interface ProvedRow {
  readonly what?: { readonly text: string };
}

interface What {
  readonly actor_kind: string;
  readonly actor: string | null;
  readonly impersonator: string | null;
  readonly role: string | null;
  readonly location: string | null;
}

/** As many of each kind as are named in one call. */
const atOnce = 200;

/** What is to be asked to name all ids in the rows. */
export function toName(rows: readonly ProvedRow[]): readonly NameAccessorsRequestJson[] {
  const said = rows.flatMap(({ what }) => (what ? [JSON.parse(what.text) as What] : []));
  const ids = (of: (what: What) => string | null) => [...new Set(said.map(of).filter((id) => id !== null))];
  const professionals = ids((what) => (what.actor_kind === "practitioner" ? what.actor : null));
  const representatives = ids(({ impersonator }) => impersonator);
  const roles = ids(({ role }) => role);
  const locations = ids(({ location }) => location);
  const most = Math.max(professionals.length, representatives.length, roles.length, locations.length);
  return Array.from({ length: Math.ceil(most / atOnce) }, (_, part) => {
    const slice = (all: readonly string[]) => all.slice(part * atOnce, (part + 1) * atOnce);
    return {
      professionalIds: slice(professionals),
      representativeIds: slice(representatives),
      roleIds: slice(roles),
      locationIds: slice(locations),
    };
  });
}

/** The names, as they are shown to the person who takes the file along. */
export function namesOf(
  answers: readonly NameAccessorsResponseJson[],
  own: { readonly id: string; readonly name: string },
  language: Language,
): Names {
  const all = <Value>(of: (answer: NameAccessorsResponseJson) => Readonly<Record<string, Value>> | undefined) =>
    Object.assign({}, ...answers.map((answer) => of(answer) ?? {})) as Record<string, Value>;
  const roles = Object.entries(all(({ roles }) => roles));
  return {
    people: {
      ...all(({ professionals }) => professionals),
      ...all(({ representatives }) => representatives),
      ...(own.name ? { [own.id]: own.name } : {}),
    },
    roles: Object.fromEntries(roles.map(([id, name]) => [id, localized(language, name)])),
    locations: all(({ locations }) => locations),
  };
}
