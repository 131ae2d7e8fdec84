/** Integrators in the admin panel: what is sent of the editor, and a key that is shown once. */
import { act } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { IntegratorScope } from "../../shared/src/rpc/gen/kajo/identity/v1/integrator_pb";
import { Panel } from "../../shared/src/rpc/gen/kajo/identity/v1/panel_pb";
import { Code } from "../../shared/src/rpc/transport";
import type { SeenCall } from "../../shared/test/fake-transport";
import { fails } from "../../shared/test/pages";
import { allByRole, byRole } from "../../shared/test/screen";
import { id, open, until } from "./open";

const secret = `${id}.dGhpcyBpcyBub3QgYSBzZWNyZXQgb2YgYW55Ym9keQ`;
const details = {
  name: "Laboratorion järjestelmä",
  contact: "labra@esimerkki.example",
  scopes: [IntegratorScope.HEALTH_RECORDS],
  validUntil: "2027-03-28",
};
const issuedAt = { seconds: BigInt(Date.parse("2027-03-01T10:00:00Z") / 1000), nanos: 0 };
const integrator = { integratorId: id, details, version: 3n };

/** An answer to each call; `issued`: it has a key. */
function answering(issued: boolean, more: Readonly<Record<string, () => unknown>> = {}) {
  let hasSecret = issued;
  const kept = () => ({ ...integrator, ...(hasSecret ? { secretIssuedAt: issuedAt } : {}) });
  return ({ method, reply }: SeenCall) => {
    const own = more[method];
    if (own) return own();
    if (method === "IssueIntegratorSecret") {
      hasSecret = true;
      return reply({ secret });
    }
    const answers: Readonly<Record<string, object>> = {
      ListWorkContexts: { panels: [{ panel: Panel.INTEGRATOR_CREDENTIALS }] },
      ListIntegrators: { integrators: [kept()] },
      GetIntegrator: { integrator: kept() },
    };
    return reply(answers[method] ?? {});
  };
}

const text = () => document.body.textContent ?? "";
const save = () => act(async () => document.querySelector("form")?.requestSubmit());
/** The last one of that name: in a question, if there is one. */
const press = (name: string) => act(async () => allByRole("button", name).at(-1)?.click());

afterEach(() => {
  Reflect.deleteProperty(navigator, "clipboard");
});

it("lists integrators with who answers for them, until when they are admitted and since when they have a key", async () => {
  await open("/admin/iam/integrators", answering(true));
  await until(() => byRole("link", details.name));
  const row = document.querySelector("tbody tr")?.textContent ?? "";
  expect(row).toContain(details.contact);
  expect(row).toContain("28.3.2027");
  expect(row).toContain("01.03.2027");
  await open("/admin/iam/integrators", answering(false));
  await until(() => expect(document.querySelector("tbody tr")?.textContent).toContain("Ei avainta"));
});

it("sends what an integrator is and may send", async () => {
  const { calls } = await open(`/admin/iam/integrators/${id}`, answering(false));
  await until(() => byRole("heading", details.name));
  expect((byRole("checkbox", "Laboratoriotulokset ja reseptit") as HTMLInputElement).checked).toBe(true);
  await act(async () => byRole("checkbox", "Laboratoriotulokset ja reseptit").click());
  await save();
  const saved = () => calls.filter(({ method }) => method === "SaveIntegrator").map(({ request }) => request);
  await until(() =>
    expect(saved()).toMatchObject([
      {
        integratorId: id,
        details: { name: details.name, contact: details.contact, scopes: [], validUntil: details.validUntil },
        fields: ["name", "contact", "scopes", "valid_until"],
        version: 3n,
      },
    ]),
  );
});

it("SUR-09 lets an integrator send answers to surveys beside what it may send already", async () => {
  const { calls } = await open(`/admin/iam/integrators/${id}`, answering(false));
  await until(() => byRole("heading", details.name));
  const answers = () => byRole("checkbox", "Kyselyvastaukset") as HTMLInputElement;
  expect(answers().checked).toBe(false);
  await act(async () => answers().click());
  await save();
  const scopes = [IntegratorScope.HEALTH_RECORDS, IntegratorScope.SURVEY_RESPONSES];
  await until(() =>
    expect(calls.filter(({ method }) => method === "SaveIntegrator").map(({ request }) => request)).toMatchObject([
      { integratorId: id, details: { scopes } },
    ]),
  );
});

it("shows a new key once, copies it, says when that fails, and keeps it nowhere", async () => {
  const { calls, store } = await open(`/admin/iam/integrators/${id}`, answering(false));
  await until(() => expect(text()).toContain("Ei avainta"));
  await press("Luo uusi avain");
  await until(() => byRole("textbox", "Avain"));
  const field = byRole("textbox", "Avain") as HTMLTextAreaElement;
  expect([field.value, field.readOnly]).toEqual([secret, true]);
  expect(text()).toContain("sitä ei näytetä enää koskaan");

  const writeText = vi.fn<(written: string) => Promise<void>>(() => Promise.reject(new Error("not allowed")));
  Object.defineProperty(navigator, "clipboard", { configurable: true, value: { writeText } });
  await press("Kopioi");
  await until(() => expect(text()).toContain("Avainta ei voitu kopioida."));
  expect(document.activeElement).toBe(field);
  writeText.mockImplementation(async () => {});
  await press("Kopioi");
  await until(() => expect(text()).toContain("Avain kopioitiin."));
  expect(writeText).toHaveBeenLastCalledWith(secret);

  await press("Valmis");
  await until(() => expect(text()).toContain("Avain luotu"));
  expect(document.querySelector("dialog")).toBeNull();
  expect(JSON.stringify(store.getState())).not.toContain(secret);
  expect(calls.filter(({ method }) => method === "IssueIntegratorSecret")).toHaveLength(1);
});

it("asks before a new key takes the place of an old one, tells when there is none, and then begins anew", async () => {
  const broken = { IssueIntegratorSecret: fails(Code.internal) };
  const { calls } = await open(`/admin/iam/integrators/${id}`, answering(true, broken));
  await until(() => expect(text()).toContain("Avain luotu"));
  const asked = () => calls.filter(({ method }) => method === "IssueIntegratorSecret");
  await press("Luo uusi avain");
  await until(() => byRole("alertdialog", "Korvataanko avain?"));
  await press("Peruuta");
  expect(asked()).toEqual([]);
  await press("Luo uusi avain");
  await press("Luo uusi avain");
  await until(() => expect(text()).toContain("Avainta ei voitu luoda."));
  expect(document.querySelector("dialog")).toBeNull();
  await press("Luo uusi avain");
  await press("Luo uusi avain");
  await until(() => expect(asked()).toHaveLength(2));
  expect(new Set(asked().map(({ options }) => options.metadata["idempotency-key"])).size).toBe(2);
});

it("makes no key for an archived integrator", async () => {
  const archived = { ...integrator, archived: true, secretIssuedAt: issuedAt };
  const answer = ({ method, reply }: SeenCall) =>
    reply(
      method === "ListWorkContexts"
        ? { panels: [{ panel: Panel.INTEGRATOR_CREDENTIALS }] }
        : method === "GetIntegrator"
          ? { integrator: archived }
          : {},
    );
  await open(`/admin/iam/integrators/${id}`, answer);
  await until(() => expect(text()).toContain("Avain luotu"));
  expect(text()).toContain("ei toimi, eikä sille voi luoda uutta");
  expect(allByRole("button", "Luo uusi avain")).toEqual([]);
});
