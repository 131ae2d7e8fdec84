/** FHIR R4 as other systems speak it: by HTTP, with the key of an integrator and without a browser. */
import { practitionerUrl } from "./stack";

const base = `${practitionerUrl}/fhir/R4`;

interface Entry {
  readonly response?: { readonly status?: string; readonly location?: string };
  readonly resource?: {
    readonly name?: string;
    readonly uniqueId?: readonly { readonly type?: string; readonly value?: string }[];
  };
}

/** What is read of an answer. */
export interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: {
    readonly resourceType?: string;
    readonly fhirVersion?: string;
    readonly entry?: readonly Entry[];
    readonly issue?: readonly { readonly code?: string; readonly expression?: readonly string[] }[];
  };
}

export async function ask(
  method: "GET" | "POST" | "PUT",
  path: string,
  key?: string,
  resource?: object,
): Promise<Answer> {
  const answer = await fetch(`${base}${path}`, {
    method,
    headers: {
      accept: "application/fhir+json",
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(resource ? { "content-type": "application/fhir+json" } : {}),
    },
    body: resource ? JSON.stringify(resource) : null,
  });
  const text = await answer.text();
  const type = answer.headers.get("content-type") ?? "";
  return { status: answer.status, type, body: text ? (JSON.parse(text) as Answer["body"]) : {} };
}

/** By what system this is named here, for example `NationalId`, as anybody may ask. */
export async function systemOf(name: string): Promise<string> {
  const { body } = await ask("GET", "/NamingSystem");
  const found = (body.entry ?? []).find(({ resource }) => resource?.name === name);
  const [unique] = found?.resource?.uniqueId ?? [];
  if (!unique?.value) throw new Error(`nothing is called ${name} here`);
  return unique.type === "oid" ? `urn:oid:${unique.value}` : unique.value;
}
