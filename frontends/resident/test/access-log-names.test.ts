// @vitest-environment node
import { expect, it } from "vitest";
import { namesOf, toName } from "../src/features/access-log/names";

const row = (what: Record<string, string | null>) => ({
  what: {
    text: JSON.stringify({
      actor_kind: "practitioner",
      actor: null,
      impersonator: null,
      role: null,
      location: null,
      ...what,
    }),
  },
});

it("asks for the names of all ids in the rows, each once, and for none of a row that is withheld", () => {
  const asked = toName([
    row({ actor: "liisa", role: "nurse", location: "lehtola" }),
    row({ actor: "liisa", role: "nurse", location: "satama" }),
    row({ actor_kind: "resident", actor: "maija", impersonator: "aino" }),
    row({ actor_kind: "system" }),
    {},
  ]);
  expect(asked).toEqual([
    { professionalIds: ["liisa"], representativeIds: ["aino"], roleIds: ["nurse"], locationIds: ["lehtola", "satama"] },
  ]);
  expect(toName([{}])).toEqual([]);
});

it("asks in parts when there are more than are named at once", () => {
  const asked = toName(Array.from({ length: 401 }, (_, index) => row({ actor: `p${index}`, role: "nurse" })));
  expect(asked.map(({ professionalIds = [], roleIds = [] }) => [professionalIds.length, roleIds.length])).toEqual([
    [200, 1],
    [200, 0],
    [1, 0],
  ]);
  expect(new Set(asked.flatMap(({ professionalIds = [] }) => professionalIds)).size).toBe(401);
});

it("names people, roles in the reader's language and locations, and the reader by their own name", () => {
  const answers = [
    {
      professionals: { liisa: "Liisa Virtanen" },
      roles: { nurse: { texts: { fi: "Sairaanhoitaja", sv: "Sjukskötare" } } },
    },
    { representatives: { aino: "Aino Lehtonen" }, locations: { lehtola: "Lehtolan terveysasema" } },
  ];
  expect(namesOf(answers, { id: "maija", name: "Maija Meikäläinen" }, "sv")).toEqual({
    people: { liisa: "Liisa Virtanen", aino: "Aino Lehtonen", maija: "Maija Meikäläinen" },
    roles: { nurse: "Sjukskötare" },
    locations: { lehtola: "Lehtolan terveysasema" },
  });
  expect(namesOf([], { id: "maija", name: "" }, "fi").people).toEqual({});
});
