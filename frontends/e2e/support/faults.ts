/** Failures on the way to the server, and the outside world's; with words that no person may ever read. */
import type { Page, Route } from "playwright-core";
import { intercept } from "./intercept";
import { read } from "./stack";

const words = "INTERNAL: thread 'main' panicked at src/main.rs:7, upstream connect error";

/** How a call fails: nobody answers, the gateway answers 503, or the service answers INTERNAL. */
const ways = {
  lost: (route: Route) => route.abort(),
  unavailable: (route: Route) => route.fulfill({ status: 503, contentType: "text/plain", body: words }),
  internal: (route: Route) =>
    route.fulfill({
      status: 200,
      contentType: "application/grpc-web+proto",
      headers: { "grpc-status": "13", "grpc-message": words },
    }),
};

/** Makes a call fail until the answer of this is called. `call` is its name, or the path of an endpoint. */
export async function fail(
  page: Page,
  call: string,
  how: keyof typeof ways = "unavailable",
): Promise<() => Promise<void>> {
  const pattern = call.startsWith("/") ? `**${call}` : `**/kajo.*/${call}`;
  return intercept(page, pattern, ways[how]);
}

/** Lets every call of that name wait until the answer of this is called. */
export async function hold(page: Page, call: string): Promise<() => void> {
  let arrive = () => {};
  const arrival = new Promise<void>((resolve) => (arrive = resolve));
  await intercept(page, `**/kajo.*/${call}`, async (route) => {
    await arrival;
    await route.continue();
  });
  return () => arrive();
}

/** What the scanner does from now on. */
export const scanner = (fault: "scanner_fails" | "none"): Promise<void> => control(fault);

/** What goes wrong in the outside world from now on. */
export const control = (
  fault: "scanner_fails" | "patient_record_fails" | "summary_fails" | "summary_invents" | "none",
): Promise<void> => order({ fault });

async function order(what: unknown): Promise<void> {
  const answer = await fetch(`${read("KAJO_E2E_SIMULATORS_URL")}/control`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(what),
  });
  if (!answer.ok) throw new Error(`the simulators answered ${answer.status}`);
}

/** What looks like words of a server or a script in what the page shows. */
export function serverWords(page: Page): Promise<readonly string[]> {
  return page.evaluate(
    () =>
      (document.getElementById("root")?.textContent ?? "").match(
        /INTERNAL|UNAVAILABLE|PERMISSION_DENIED|panicked|upstream|grpc|\.rs:|http status|undefined|\[object|Error:|\b(?:failed|errors?|field)\.[a-zA-Z]+/gi,
      ) ?? [],
  );
}

/** What the national authorisation service does from now on. */
export async function authorizations(fault: "authorizations_fail" | "none"): Promise<void> {
  await order({ fault });
}

/** What the register of harmful addresses does from now on. */
export async function webRisk(fault: "web_risk_fails" | "none"): Promise<void> {
  await order({ fault });
}

/** What another booking system does from now on. */
export async function bookingSystem(system: "lifecare", fault: "fails" | null): Promise<void> {
  await order({ booking_fault: { system, fault } });
}

/** A non-disclosure restriction protects a resident in the patient record system from now on, or no more, by login hint. */
export async function protect(resident: string, isProtected: boolean): Promise<void> {
  await order({ protect: { resident, protected: isProtected } });
}

/** Who may act for whom from now on, by login hint. */
export async function authorize(delegate: string, principal: string, health: boolean, social: boolean): Promise<void> {
  await order({ authorize: { delegate, principal, health, social } });
}

/** A text in the languages of the register of services. */
type Registered = Readonly<Record<"fi" | "sv" | "en", string>>;

/** The register of services has one, or has it as follows from now on. */
export async function registerService(
  id: string,
  texts: Readonly<Record<"name" | "summary" | "description", Registered>>,
): Promise<void> {
  await order({ register_service: { id, ...texts } });
}

/** The register of services has one no more. */
export async function withdrawService(id: string): Promise<void> {
  await order({ withdraw_service: id });
}
