/** Times that can be booked, of a test's own: nobody else takes them, and they lie as far ahead as the test needs. */
import type { APIRequestContext } from "playwright-core";
import { ServiceCategoryService } from "../../shared/src/rpc/gen/kajo/content/v1/service_category_pb";
import { Availability, ServiceService, SexFilter } from "../../shared/src/rpc/gen/kajo/content/v1/service_pb";
import { LocationService } from "../../shared/src/rpc/gen/kajo/identity/v1/location_pb";
import {
  AppointmentSearchService,
  ChangeSource,
} from "../../shared/src/rpc/gen/kajo/scheduling/v1/appointment_search_pb";
import { BookingService, TimesWanted } from "../../shared/src/rpc/gen/kajo/scheduling/v1/booking_pb";
import { BookingRoleService } from "../../shared/src/rpc/gen/kajo/scheduling/v1/booking_role_pb";
import { type AppointmentType, BookingSystem } from "../../shared/src/rpc/gen/kajo/scheduling/v1/common_pb";
import { ScheduleService } from "../../shared/src/rpc/gen/kajo/scheduling/v1/schedule_pb";
import { call, named } from "./rpc";
import { practitionerUrl, residentUrl } from "./stack";

const days = [1, 2, 3, 4, 5, 6, 7] as const;

const same = (text: string) => ({ fi: text, sv: text, en: text });

/** The day that comes so many days after today, as a calendar writes it. */
export const dayAhead = (ahead: number): string => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);

export interface Bookable {
  /** What residents call it. */
  readonly service: string;
  readonly instructions: string;
  /** The first day with times. */
  readonly from: string;
  /** The last day with times; left out: there is none. */
  readonly until?: string;
  /** Where, each of one type; times of half an hour from eight to ten of each day, where nothing else is said. */
  readonly at: readonly { readonly location: string; readonly type: AppointmentType }[];
  readonly hours?: { readonly from: string; readonly until: string };
  readonly slotMinutes?: number;
  /** With whom; left out: with nobody in particular. */
  readonly practitionerId?: string;
}

/** By whoever keeps service information: a service in use that anybody may book; its id. */
export async function newService(http: APIRequestContext, name: string, instructions: string): Promise<string> {
  const { serviceCategories } = await call(
    http,
    practitionerUrl,
    ServiceCategoryService.method.listServiceCategories,
    {},
  );
  const { serviceId } = await call(http, practitionerUrl, ServiceService.method.saveService, {
    details: {
      name: same(name),
      preparationInstructions: same(instructions),
      serviceCategoryId: serviceCategories.find(({ archived }) => !archived)?.serviceCategoryId ?? "",
      sex: SexFilter.ALL,
      availability: Availability.ALL,
    },
  });
  return serviceId;
}

/** By whoever keeps service information. What is booked is moved and cancelled until a day before. Answers with the schedules, by id. */
export async function makeBookable(
  http: APIRequestContext,
  {
    service,
    instructions,
    from,
    until = "",
    at,
    hours = { from: "08:00", until: "10:00" },
    slotMinutes = 30,
    practitionerId = "",
  }: Bookable,
): Promise<readonly string[]> {
  const scheduleIds: string[] = [];
  const [serviceId, { locations }, { bookingRoles }] = await Promise.all([
    newService(http, service, instructions),
    call(http, practitionerUrl, LocationService.method.listLocations, {}),
    call(http, practitionerUrl, BookingRoleService.method.listBookingRoles, {}),
  ]);
  const { bookingRoleId } = named(bookingRoles, ({ details }) => details?.name?.fi, "Sairaanhoitaja");
  for (const { location, type } of at) {
    const name = `${service}, ${location}`;
    const { locationId } = named(locations, ({ details }) => details?.name, location);
    const { scheduleId } = await call(http, practitionerUrl, ScheduleService.method.saveSchedule, {
      details: {
        name,
        practitionerId,
        locationId,
        serviceIds: [serviceId],
        appointmentType: type,
        weekly: days.map((weekday) => ({ weekday, hours })),
        slotMinutes,
        validFrom: from,
        validUntil: until,
      },
    });
    await call(http, practitionerUrl, AppointmentSearchService.method.saveAppointmentSearch, {
      details: {
        administrativeName: name,
        system: BookingSystem.OWN,
        bookingRoleId,
        serviceId,
        scheduleIds: [scheduleId],
        cancelableSource: ChangeSource.SERVICE_INFORMATION,
        cancelable: true,
        reschedulableSource: ChangeSource.SERVICE_INFORMATION,
        reschedulable: true,
        lateCancelHours: 24,
        allMunicipalities: true,
        realAppointment: true,
      },
    });
    scheduleIds.push(scheduleId);
  }
  return scheduleIds;
}

interface Wanted {
  readonly service: string;
  readonly type: AppointmentType;
  /** From this day on, within a week. */
  readonly from: string;
  readonly count: number;
}

/** A resident books the first times of a service without pages; the appointments by id, in the order of time. */
export async function bookTimes(
  http: APIRequestContext,
  { service, type, from, count }: Wanted,
): Promise<readonly string[]> {
  const { searchBookable, listTimes, holdSlot, bookAppointment } = BookingService.method;
  const { services } = await call(http, residentUrl, searchBookable, { search: service });
  const { times } = await call(http, residentUrl, listTimes, {
    filter: { serviceId: services[0]?.service?.id ?? "", types: [type] },
    wanted: TimesWanted.WEEK,
    date: from,
  });
  const appointments: string[] = [];
  for (const { offerId } of times.slice(0, count)) {
    const { hold } = await call(http, residentUrl, holdSlot, { offerId });
    if (!hold) throw new Error("nothing is held");
    const held = { holdId: hold.holdId, fence: hold.fence, offerId };
    appointments.push((await call(http, residentUrl, bookAppointment, held)).appointmentId);
  }
  return appointments;
}
