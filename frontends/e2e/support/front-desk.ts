/** The front desks of other booking systems, as the simulators play them: what is booked, moved and cancelled there is not done here. */
import { keepWritten } from "./privacy/record";
import { read } from "./stack";

interface Booking {
  readonly system: "lifecare" | "pegasos" | "omni360" | "vihta";
  readonly ssn: string;
  readonly patientName: string;
  readonly startsAt: Date;
  readonly minutes: number;
  readonly location: string;
  readonly practitioner: string;
  /** What searches ask that system by. */
  readonly codes: Readonly<Record<string, string>>;
}

async function tell(path: string, what: unknown): Promise<unknown> {
  const answer = await fetch(`${read("KAJO_E2E_SIMULATORS_URL")}/booking/appointments${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(what),
  });
  if (!answer.ok) throw new Error(`the front desk answered ${answer.status}`);
  return answer.status === 204 ? undefined : JSON.parse((await answer.text()) || "{}");
}

/** Books in another system; what the booking is called there. */
export async function bookAtDesk({ patientName, startsAt, ...booking }: Booking): Promise<string> {
  keepWritten([booking.practitioner]);
  const booked = await tell("", { ...booking, patient_name: patientName, starts_at: startsAt.toISOString() });
  return (booked as { readonly reference: string }).reference;
}

export async function moveAtDesk(reference: string, startsAt: Date): Promise<void> {
  await tell(`/${encodeURIComponent(reference)}`, { starts_at: startsAt.toISOString() });
}

export async function cancelAtDesk(reference: string, reason: string): Promise<void> {
  keepWritten([reason]);
  await tell(`/${encodeURIComponent(reference)}`, { cancel: reason });
}

/** A moment so many days from today by the clocks of Finland, and how a page in Finnish writes its day: "7.3.2027". */
export function helsinki(daysAhead: number, time: string): { readonly at: Date; readonly day: string } {
  const locale = { timeZone: "Europe/Helsinki" };
  const date = new Date(Date.now() + daysAhead * 86_400_000).toLocaleDateString("sv-SE", locale);
  const at = ["+02:00", "+03:00"]
    .map((offset) => new Date(`${date}T${time}:00${offset}`))
    .find((each) => each.toLocaleTimeString("sv-SE", { ...locale, timeStyle: "short" }) === time);
  if (!at) throw new Error(`there is no ${time} on ${date}`);
  const [year, month, day] = date.split("-").map(Number);
  return { at, day: `${day}.${month}.${year}` };
}
