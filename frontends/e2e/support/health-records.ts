/** Laboratory results and prescriptions as other systems send them: FHIR R4, by HTTP, with the key of an integrator and without a browser. */
import { randomUUID } from "node:crypto";
import { IntegratorScope, IntegratorService } from "../../shared/src/rpc/gen/kajo/identity/v1/integrator_pb";
import { asAdministrator } from "./documents";
import { type Answer, ask } from "./fhir";
import { topic } from "./people";
import { keepWritten } from "./privacy/record";
import { call } from "./rpc";
import { practitionerUrl } from "./stack";

/** Of personal identity codes. */
const codes = "urn:oid:1.2.246.21";
/** Under which the sender numbers what it sends. */
const numbers = "urn:kajo:e2e:sender";
const units = "http://unitsofmeasure.org";

/** What it says that it can do, which anybody may ask. */
export const capabilities = () => ask("GET", "/metadata");

/** What a laboratory found in a sample. */
interface Result {
  /** Whose it is. */
  readonly ssn: string;
  /** What was examined: results of one name are plotted together. */
  readonly name: string;
  readonly value: number;
  /** Days since the sample was taken. */
  readonly daysAgo?: number;
  readonly sample?: string;
  readonly comment?: string;
}

const dayMs = 86_400_000;

const unit = "mmol/l";
const measured = (value: number) => ({ value, unit, system: units, code: "mmol/L" });

/** Which values are usual, of all of them. */
export const usual = { low: 1.5, high: 3.5 } as const;

/** As it comes first, under a number of its own. */
export function observation({ ssn, name, value, daysAgo = 0, sample, comment }: Result) {
  keepWritten([name, ...(comment ? [comment] : [])]);
  return {
    resourceType: "Observation",
    meta: { lastUpdated: new Date().toISOString() },
    identifier: [{ system: numbers, value: randomUUID() }],
    status: "final",
    code: { coding: [{ system: "urn:kajo:e2e:tests", code: name, display: name }], text: name },
    subject: { identifier: { system: codes, value: ssn } },
    effectiveDateTime: new Date(Date.now() - daysAgo * dayMs).toISOString(),
    performer: [{ display: "Lehtolan laboratorio" }],
    valueQuantity: measured(value),
    referenceRange: [{ low: measured(usual.low), high: measured(usual.high) }],
    ...(sample ? { specimen: { identifier: { system: "urn:kajo:e2e:samples", value: sample } } } : {}),
    ...(comment ? { note: [{ text: comment }] } : {}),
  };
}

/** The same result with another value, as a laboratory puts it right later. */
export const corrected = (result: ReturnType<typeof observation>, value: number) => ({
  ...result,
  meta: { lastUpdated: new Date().toISOString() },
  status: "corrected",
  valueQuantity: measured(value),
});

interface Prescribed {
  readonly ssn: string;
  readonly medication: string;
  readonly dosage: string;
  readonly purpose: string;
  /** Days since it was written. */
  readonly daysAgo?: number;
}

/** A day in Finland, so many days from today. */
const dayFromNow = (days: number) =>
  new Date(Date.now() + days * dayMs).toLocaleDateString("sv-SE", { timeZone: "Europe/Helsinki" });

export function medicationRequest({ ssn, medication, dosage, purpose, daysAgo = 0 }: Prescribed) {
  keepWritten([medication, dosage, purpose]);
  return {
    resourceType: "MedicationRequest",
    meta: { lastUpdated: new Date().toISOString() },
    identifier: [{ system: numbers, value: randomUUID() }],
    status: "active",
    intent: "order",
    medicationCodeableConcept: { text: medication },
    subject: { identifier: { system: codes, value: ssn } },
    authoredOn: dayFromNow(-daysAgo),
    requester: { display: "Mikko Korhonen" },
    reasonCode: [{ text: purpose }],
    dosageInstruction: [{ text: dosage }],
    dispenseRequest: { validityPeriod: { end: dayFromNow(365) } },
  };
}

type Sent = ReturnType<typeof observation> | ReturnType<typeof medicationRequest>;

const identifierOf = ({ identifier: [own] }: Sent) => `${own?.system}|${own?.value}`;

/** All of them or none, each under its number. */
export function sendBundle(key: string | undefined, resources: readonly Sent[]): Promise<Answer> {
  const entry = resources.map((resource) => ({
    resource,
    request: { method: "PUT", url: `${resource.resourceType}?identifier=${identifierOf(resource)}` },
  }));
  return ask("POST", "", key, { resourceType: "Bundle", type: "transaction", entry });
}

/** One alone, under its number. */
export function sendOne(key: string, resource: Sent): Promise<Answer> {
  return ask(
    "PUT",
    `/${resource.resourceType}?identifier=${encodeURIComponent(identifierOf(resource))}`,
    key,
    resource,
  );
}

/** The statuses of what a bundle held, in its order. */
export const statusesOf = ({ body }: Answer): readonly number[] =>
  (body.entry ?? []).map(({ response }) => Number.parseInt(response?.status ?? "", 10));

/** Under which ids they are kept. */
export const idsOf = ({ body }: Answer): readonly string[] =>
  (body.entry ?? []).map(({ response }) => /\/([0-9a-f-]{36})/.exec(`/${response?.location ?? ""}`)?.[1] ?? "");

/** The key of an integrator that may send all of this. */
export function newKey(): Promise<string> {
  const { saveIntegrator, issueIntegratorSecret } = IntegratorService.method;
  const details = { name: topic("Testilaboratorio"), scopes: [IntegratorScope.HEALTH_RECORDS] };
  return asAdministrator(async (http) => {
    const { integratorId } = await call(http, practitionerUrl, saveIntegrator, { details });
    return (await call(http, practitionerUrl, issueIntegratorSecret, { integratorId })).secret;
  });
}
