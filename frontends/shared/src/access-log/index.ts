/** What every list of the access log tells of an entry, whichever service's log it stands in and whoever reads it. */
import type {
  AccessLogEntryJson,
  AppointmentAccessEntryJson,
  LocalizedStringJson,
  MessageAccessEntryJson,
  NameAccessorsResponseJson,
} from "../rpc";

export interface AccessFacts {
  readonly id: string;
  readonly at: string;
  readonly name: string;
  /** Acted on the person's behalf; has no role and no location. */
  readonly isRepresentative: boolean;
  readonly role: LocalizedStringJson | undefined;
  readonly location: string;
}

export function factsOfViewing(entry: AccessLogEntryJson): AccessFacts {
  const isRepresentative = entry.viewing === "VIEWING_ON_BEHALF";
  return {
    id: entry.entryId ?? "",
    at: entry.at ?? "",
    name: (isRepresentative ? entry.representativeName : entry.professionalName) ?? "",
    isRepresentative,
    role: entry.roleName,
    location: entry.locationName ?? "",
  };
}

/** The logs of conversations and of scheduling know ids alone: names of professionals, roles and locations come from identity. */
export function factsOfIds(
  entry: MessageAccessEntryJson | AppointmentAccessEntryJson,
  names: NameAccessorsResponseJson,
  representativeName: string | undefined,
): AccessFacts {
  const { professionalId = "", representativeId = "", roleId = "", locationId = "" } = entry;
  const isRepresentative = representativeId !== "";
  return {
    id: entry.entryId ?? "",
    at: entry.at ?? "",
    name: (isRepresentative ? representativeName : names.professionals?.[professionalId]) ?? "",
    isRepresentative,
    role: names.roles?.[roleId],
    location: names.locations?.[locationId] ?? "",
  };
}
