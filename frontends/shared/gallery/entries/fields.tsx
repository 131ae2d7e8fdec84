import {
  Checkbox,
  ComboBox,
  DateField,
  NumberField,
  RadioGroup,
  SearchField,
  Select,
  Switch,
  TextArea,
  TextField,
  TimeField,
} from "../../src/ui";
import type { GalleryEntries } from "../entry";
import { Held, longFinnish, longSami } from "../held";

const options = [
  { id: "a", label: "Lehtolan terveysasema", description: "Lehtola" },
  { id: "b", label: longFinnish },
];

export const entries: GalleryEntries = {
  TextField: [
    {
      name: "empty, with hint",
      element: (
        <Held start="">
          {(value, change) => (
            <TextField hint="Enintään 100 merkkiä" label="Aihe" max={100} onChange={change} value={value} />
          )}
        </Held>
      ),
    },
    {
      name: "optional, long label",
      element: (
        <Held start="Aino">
          {(value, change) => <TextField label={longSami} onChange={change} optional value={value} />}
        </Held>
      ),
    },
    {
      name: "with an error",
      element: (
        <Held start="">
          {(value, change) => (
            <TextField error="Tämä kenttä on pakollinen" label="Aihe" onChange={change} value={value} />
          )}
        </Held>
      ),
    },
    {
      name: "disabled",
      element: (
        <Held start="Lukittu">
          {(value, change) => <TextField isDisabled label="Aihe" onChange={change} value={value} />}
        </Held>
      ),
    },
  ],
  TextArea: [
    {
      name: "over its limit",
      element: (
        <Held start="Liian pitkä teksti">
          {(value, change) => (
            <TextArea error="Teksti on liian pitkä" label="Viesti" max={10} onChange={change} rows={3} value={value} />
          )}
        </Held>
      ),
    },
  ],
  Select: [
    {
      name: "nothing chosen, chosen, long, with an error",
      element: (
        <>
          <Held<string | null> start={null}>
            {(value, change) => <Select label="Palvelualue" onChange={change} options={options} value={value} />}
          </Held>
          <Held<string | null> start="a">
            {(value, change) => <Select label="Palvelualue" onChange={change} options={options} value={value} />}
          </Held>
          <Held<string | null> start="b">
            {(value, change) => <Select label="Palvelualue" onChange={change} options={options} value={value} />}
          </Held>
          <Held<string | null> start={null}>
            {(value, change) => (
              <Select
                error="Valitse palvelualue"
                label="Palvelualue"
                onChange={change}
                options={options}
                value={value}
              />
            )}
          </Held>
        </>
      ),
    },
  ],
  RadioGroup: [
    {
      name: "chosen",
      element: (
        <Held<string | null> start="a">
          {(value, change) => <RadioGroup label="Toimipiste" onChange={change} options={options} value={value} />}
        </Held>
      ),
    },
    {
      name: "with an error",
      element: (
        <Held<string | null> start={null}>
          {(value, change) => (
            <RadioGroup error="Valitse yksi" label="Toimipiste" onChange={change} options={options} value={value} />
          )}
        </Held>
      ),
    },
  ],
  Checkbox: [
    {
      name: "off and on",
      element: (
        <>
          <Held start={false}>
            {(value, change) => <Checkbox isSelected={value} label="Vain lukemattomat" onChange={change} />}
          </Held>
          <Held<boolean> start>
            {(value, change) => <Checkbox isSelected={value} label="Hyväksyn käyttöehdot" onChange={change} />}
          </Held>
        </>
      ),
    },
  ],
  Switch: [
    {
      name: "on",
      element: (
        <Held<boolean> start>
          {(value, change) => <Switch hint="Sähköpostiin" isSelected={value} label="Ilmoitukset" onChange={change} />}
        </Held>
      ),
    },
  ],
  NumberField: [
    {
      name: "filled",
      element: (
        <Held<number | null> start={30}>
          {(value, change) => (
            <NumberField label="Kesto minuutteina" max={120} min={5} onChange={change} step={5} value={value} />
          )}
        </Held>
      ),
    },
  ],
  DateField: [
    {
      name: "filled",
      element: (
        <Held<string | null> start="2026-03-05">
          {(value, change) => <DateField label="Päivä" onChange={change} value={value} />}
        </Held>
      ),
    },
    {
      name: "with an error",
      element: (
        <Held<string | null> start={null}>
          {(value, change) => <DateField error="Valitse päivä" label="Päivä" onChange={change} value={value} />}
        </Held>
      ),
    },
  ],
  TimeField: [
    {
      name: "filled",
      element: (
        <Held<string | null> start="14:05">
          {(value, change) => <TimeField label="Kello" onChange={change} value={value} />}
        </Held>
      ),
    },
  ],
  ComboBox: [
    {
      name: "chosen",
      element: (
        <Held<string | null> start="a">
          {(value, change) => <ComboBox label="Toimipiste" onChange={change} options={options} value={value} />}
        </Held>
      ),
    },
  ],
  SearchField: [
    {
      name: "filled",
      element: (
        <Held start="haava">{(value, change) => <SearchField label="Hae" onChange={change} value={value} />}</Held>
      ),
    },
  ],
};
