import type { BookingSystemJson } from "@kajo/shared/rpc";

/** Where times come from, to choose from. */
export const bookingSystems = [
  ["BOOKING_SYSTEM_OWN", "searches.system.own"],
  ["BOOKING_SYSTEM_LIFECARE", "searches.system.lifecare"],
  ["BOOKING_SYSTEM_PEGASOS", "searches.system.pegasos"],
  ["BOOKING_SYSTEM_OMNI360", "searches.system.omni360"],
  ["BOOKING_SYSTEM_VIHTA", "searches.system.vihta"],
] as const;

/** What a system is called; undefined: this app does not know it. */
export const systemName = (system: BookingSystemJson | undefined) => bookingSystems.find(([id]) => id === system)?.[1];

export const systemText = (system: BookingSystemJson | undefined) => systemName(system) ?? "names.gone";

const here: readonly BookingSystemJson[] = ["BOOKING_SYSTEM_UNSPECIFIED", "BOOKING_SYSTEM_OWN"];

/** Another system keeps it, whether or not this app knows that one: it is changed there alone (SCH-14). */
export const isKeptElsewhere = (keptIn: BookingSystemJson = "BOOKING_SYSTEM_UNSPECIFIED"): boolean =>
  !here.includes(keptIn);
