/** Plots of what was answered over time (SUR-04): where everything stands, and that nothing stands in the drawing alone. */
import { expect, it } from "vitest";
import { LinePlot, type PlotBand, type PlotPoint } from "../src/plot";
import { layoutOf } from "../src/plot/layout";
import { allByRole, byRole, focus, press, show } from "./screen";

const on = (day: number, value: number, more: Partial<PlotPoint> = {}): PlotPoint => ({
  id: `${day}`,
  at: new Date(Date.UTC(2027, 2, day, 9)),
  value,
  ...more,
});

const bands: readonly PlotBand[] = [
  { from: 0, text: "Vähäinen haitta", tone: "success", level: "Tavallinen" },
  { from: 4, text: "Suuri haitta", tone: "danger", level: "Vakava" },
];

const near = (values: readonly number[]) => values.map((value) => Math.round(value));

it("SUR-04 places values by time and size, with round figures beside them", () => {
  const { dots, ticks, lines } = layoutOf([on(1, 0), on(2, 10), on(5, 5)], [], []);
  expect(near(dots.map(({ x }) => x))).toEqual([3, 27, 97]);
  expect(near(dots.map(({ y }) => y))).toEqual([93, 7, 50]);
  expect(ticks.map(({ value }) => value)).toEqual([0, 5, 10]);
  expect(lines.map(({ place }) => place)).toEqual([1, 2]);
});

it.each([
  [
    [71.5, 71.9],
    [71.5, 71.6, 71.7, 71.8, 71.9],
  ],
  [
    [3, 3],
    [2, 3, 4],
  ],
  [
    [-0.2, 0.1],
    [-0.2, -0.1, 0, 0.1],
  ],
  [
    [1_200_000, 4_800_000],
    [1_000_000, 2_000_000, 3_000_000, 4_000_000, 5_000_000],
  ],
])("SUR-04 has steps that people count in, %j", (values, expected) => {
  const { ticks } = layoutOf(
    values.map((value, day) => on(day + 1, value)),
    [],
    [],
  );
  expect(ticks.map(({ value }) => value)).toEqual(expected);
});

it("SUR-04 breaks the line where values mean something else, and shows bands after that alone", () => {
  const points = [on(1, 9), on(3, 8), on(5, 4), on(7, 1)];
  const { lines, breaks, areas } = layoutOf(points, [2], bands);
  expect(lines.map(({ place }) => place)).toEqual([1, 3]);
  expect(near(breaks)).toEqual([50]);
  expect(areas.map(({ band, left }) => [band.text, Math.round(left)])).toEqual([
    ["Vähäinen haitta", 50],
    ["Suuri haitta", 50],
  ]);
  const [low, high] = areas;
  expect(high?.top).toBe(0);
  expect(low?.top).toBeCloseTo(high?.height ?? 0);
  // Before the first point and behind the last there is nothing to break off from.
  expect(layoutOf(points, [0, 4], bands).breaks).toEqual([]);
});

it("SUR-04 says in words what it draws, and lists all of it in a table", async () => {
  const points = [
    on(1, 5, { meaning: "Suuri haitta" }),
    on(3, 2.5, { meaning: "Vähäinen haitta" }),
    on(8, 3, { meaning: "Vähäinen haitta" }),
  ];
  await show(
    <LinePlot
      bands={bands}
      current="3"
      link={({ id }, text) => <a href={`/${id}`}>{text}</a>}
      points={points}
      title="Haitta"
      unit="p"
    />,
  );
  expect(byRole("heading", "Haitta p")).toBeInTheDocument();
  const words = byRole("img").getAttribute("aria-label") ?? "";
  expect(words).toContain("Haitta. 3 arvoa, ma 1.3.2027–ma 8.3.2027. Ensimmäinen 5 p (Suuri haitta)");
  expect(words).toContain(
    "viimeisin 3 p (Vähäinen haitta), pienin 2,5 p (Vähäinen haitta), suurin 5 p (Suuri haitta).",
  );
  expect(allByRole("listitem").map((item) => item.textContent)).toEqual([
    "0 alkaen:Vähäinen haittaTavallinen",
    "4 alkaen:Suuri haittaVakava",
  ]);
  expect(document.body.textContent).toContain("Suurin piste on nyt avoinna.");
  expect(document.querySelectorAll("circle[data-current]").length).toBe(1);

  const toggle = byRole("button", "Arvot taulukkona Haitta");
  expect(toggle).toHaveAttribute("aria-expanded", "false");
  await focus(toggle);
  await press("Enter");
  expect(toggle).toHaveAttribute("aria-expanded", "true");
  const rows = [...document.querySelectorAll("tbody tr")].map((row) => row.textContent);
  expect(rows).toEqual([
    "08.03.2027 klo 11:003 pVähäinen haitta",
    "03.03.2027 klo 11:002,5 pVähäinen haittaNyt avoinna",
    "01.03.2027 klo 11:005 pSuuri haitta",
  ]);
  expect(document.querySelector("tbody a")).toHaveAttribute("href", "/8");
});

it("SUR-04 marks a change of what was asked and explains it, and compares nothing over it", async () => {
  await show(<LinePlot breaks={[2]} points={[on(1, 90), on(3, 80), on(5, 4), on(8, 1)]} title="Haitta" />);
  expect(document.querySelectorAll("[data-break]").length).toBe(1);
  expect(document.querySelectorAll("[data-line]").length).toBe(2);
  expect(document.body.textContent).toContain(
    "Katkoviivan kohdalla sisältö muuttui (pe 5.3.2027). Vanhempia arvoja ei voi verrata uudempiin.",
  );
  expect(byRole("img").getAttribute("aria-label")).toContain(
    "Sisältö on muuttunut. Sen jälkeen ensimmäinen 4, viimeisin 1, pienin 1, suurin 4.",
  );
  expect(document.querySelector("tbody tr:nth-child(2)")?.textContent).toContain("Sisältö muuttui");
});

it("SUR-04 says of one value that there is no change yet, and of none that there is none", async () => {
  await show(<LinePlot current="1" points={[on(1, 7)]} title="Kipu" />);
  expect(byRole("img")).toHaveAccessibleName("Kipu. Yksi arvo, ma 1.3.2027: 7.");
  expect(document.body.textContent).toContain("Muutos näkyy, kun arvoja on useampia.");
  await show(<LinePlot points={[]} title="Kipu" />);
  expect(allByRole("img")).toEqual([]);
  expect(document.body.textContent).toContain("Arvoja ei ole vielä.");
});

it("SUR-04 writes no unit beside what was measured in another one", async () => {
  const points = [on(1, 72, { isOtherUnit: true }), on(5, 71_500)];
  await show(<LinePlot breaks={[1]} points={points} title="Paino" unit="g" />);
  const rows = [...document.querySelectorAll("tbody tr")].map((row) => row.children[1]?.textContent);
  expect(rows).toEqual(["71\u00a0500 g", "72"]);
  expect([...document.querySelectorAll("circle")].at(0)).toHaveTextContent("ma 1.3.2027: 72");
  expect([...document.querySelectorAll("circle")].at(0)).not.toHaveTextContent("72 g");
});

it("EVT-02 has between which values each was expected to lie, of points that are alike in one piece", () => {
  const [narrow, wide] = [{ low: 3, high: 5 }, { low: 2 }];
  const points = [
    on(1, 4, { expected: narrow }),
    on(3, 6, { expected: { ...narrow } }),
    on(5, 1, { expected: wide }),
    on(7, 4),
  ];
  const { ranges, ticks } = layoutOf(points, [], []);
  expect(ranges.map(({ left, right, low, high }) => [...near([left, right]), low, high])).toEqual([
    [0, 50, 3, 5],
    [50, 81, 2, undefined],
  ]);
  // Where there is no bound, it goes on to the edge.
  expect(ranges[1]?.top).toBe(0);
  expect(ticks.map(({ value }) => value)).toEqual([2, 4, 6]);
  expect(layoutOf([on(1, 4, { expected: { low: 1, high: 9 } }), on(2, 5)], [], []).ticks.at(-1)?.value).toBe(8);
});

it("EVT-02 marks what is known to one side alone, and has in its table what is no number", async () => {
  const points = [
    on(1, 0.5, { text: "<0,5", lies: "below" }),
    on(3, 90, { text: ">90", lies: "above", isDayOnly: true }),
    on(5, 7, { expected: { high: 5 } }),
  ];
  const undrawn = [{ id: "2", at: new Date(Date.UTC(2027, 2, 2, 9)), text: "hylätty", isOtherUnit: true }];
  await show(<LinePlot points={points} title="CRP" undrawn={undrawn} unit="mg/l" />);
  expect([...document.querySelectorAll("[data-lies]")].map((mark) => mark.getAttribute("data-lies"))).toEqual([
    "below",
    "above",
  ]);
  expect(document.querySelectorAll("circle")).toHaveLength(1);
  const rows = [...document.querySelectorAll("tbody tr")].map((row) => row.textContent);
  expect(rows).toEqual([
    "05.03.2027 klo 11:007 mg/l≤ 5",
    "keskiviikko 3.3.2027>90 mg/l",
    "02.03.2027 klo 11:00hylätty",
    "01.03.2027 klo 11:00<0,5 mg/l",
  ]);
});
