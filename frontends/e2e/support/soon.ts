/** Remote appointments that begin within minutes: by the clock of the platform, which nobody moves. */
import type { APIRequestContext } from "playwright-core";
import { AppointmentType } from "../../shared/src/rpc/gen/kajo/scheduling/v1/common_pb";
import { bookTimes, makeBookable } from "./bookable";
import { administrator, professionalId, topic } from "./people";

const minuteMs = 60_000;

/** As long as they are, and as far apart. */
const slotMinutes = 5;

/** What a test needs until it looks at the pages. */
const leadMs = 2 * minuteMs;

/** A moment on the clocks of Finland: "2027-10-29" and "09:55". */
function civil(at: number): readonly [day: string, time: string] {
  const [day = "", time = ""] = new Date(at)
    .toLocaleString("sv-SE", { timeZone: "Europe/Helsinki", dateStyle: "short", timeStyle: "short" })
    .split(" ");
  return [day, time];
}

/** A whole minute, two to three from now, behind which so many times fit before midnight: where they do not, the next day begins with them. */
function beginning(count: number): number {
  const at = Math.ceil((Date.now() + leadMs) / minuteMs) * minuteMs;
  const end = (from: number) => from + count * slotMinutes * minuteMs;
  let begins = at;
  while (civil(begins)[0] !== civil(end(begins))[0]) begins += minuteMs;
  return begins;
}

export interface Soon {
  readonly service: string;
  readonly scheduleId: string;
  /** When the first one begins, in milliseconds since 1970. */
  readonly begins: number;
  /** In the order of time, by id. */
  readonly appointments: readonly string[];
}

/** A resident books so many remote appointments with a professional, the first of which begins in two to three minutes. */
export async function bookSoon(http: APIRequestContext, professional: string, count: number): Promise<Soon> {
  const service = topic("Etäneuvonta");
  const practitionerId = await professionalId(professional);
  const begins = beginning(count);
  const [[from, first], [, last]] = [civil(begins), civil(begins + count * slotMinutes * minuteMs)];
  const paula = await administrator("Paula");
  const [scheduleId = ""] = await makeBookable(paula.context.request, {
    service,
    instructions: "Varaa rauhallinen paikka.",
    from,
    until: from,
    at: [{ location: "Lehtolan terveysasema", type: AppointmentType.VIDEO }],
    hours: { from: first, until: last },
    slotMinutes,
    practitionerId,
  });
  await paula.context.close();
  const appointments = await bookTimes(http, { service, type: AppointmentType.VIDEO, from, count });
  return { service, scheduleId, begins, appointments };
}
