import { CountdownTo, DayPicker, TimeList } from "../../src/ui";
import type { GalleryEntries } from "../entry";
import { Held, longFinnish, longSami, nothing } from "../held";

const free = [
  { day: "2031-11-03", first: new Date("2031-11-03T07:15:00Z") },
  { day: "2031-11-05", first: new Date("2031-11-05T06:00:00Z") },
  { day: "2031-11-20", first: new Date("2031-11-20T12:30:00Z") },
];

const picker = {
  label: "Päivä",
  min: "2031-10-28",
  max: "2032-01-20",
  month: "2031-11",
  onMonth: nothing,
};

const times = [
  { id: "1", start: new Date("2031-11-05T06:00:00Z"), minutes: 30, type: "Käynti", role: "Sairaanhoitaja" },
  { id: "2", start: new Date("2031-11-05T07:15:00Z"), minutes: 45, type: "Käynti", role: "Sairaanhoitaja" },
  { id: "3", start: new Date("2031-11-06T12:30:00Z"), minutes: 1, type: "Video", place: longFinnish, role: longSami },
];

export const entries: GalleryEntries = {
  DayPicker: [
    {
      name: "a day is chosen",
      element: (
        <Held<string | null> start="2031-11-05">
          {(value, change) => <DayPicker {...picker} free={free} next={free[2]} onChange={change} value={value} />}
        </Held>
      ),
    },
    {
      name: "nothing is free",
      element: <DayPicker {...picker} free={[]} next={undefined} onChange={nothing} value={null} />,
    },
    {
      name: "what is free is not known yet",
      element: <DayPicker {...picker} free={undefined} next={free[0]} onChange={nothing} value={null} />,
    },
  ],
  TimeList: [
    { name: "of one day", element: <TimeList label="Keskiviikko" onChoose={nothing} times={times.slice(0, 2)} /> },
    { name: "of several days", element: <TimeList label="Ensimmäiset" onChoose={nothing} times={times} withDay /> },
    {
      name: "one is being taken",
      element: <TimeList label="Keskiviikko" onChoose={nothing} pending="2" times={times.slice(0, 2)} />,
    },
  ],
  CountdownTo: [
    {
      name: "over",
      element: (
        <CountdownTo
          over="Aikaa ei enää pidetä sinulle."
          text={(left) => `Aikaa pidetään sinulle: ${left}`}
          until={new Date("2020-01-01T00:00:00Z")}
        />
      ),
    },
  ],
};
