import { LogOut, Settings } from "lucide-react";
import { Button, DisclosureMenu, LinkButton, LinkTile, LinkTiles, Row, StatusTag, Tabs } from "../../src/ui";
import type { GalleryEntries } from "../entry";
import { Held, longFinnish, longSami } from "../held";

export const entries: GalleryEntries = {
  Button: [
    {
      name: "kinds",
      element: (
        <Row>
          <Button>Lähetä viesti</Button>
          <Button kind="secondary">Peruuta</Button>
          <Button kind="quiet">Lisää toimintoja</Button>
          <Button kind="danger">Poista tili</Button>
        </Row>
      ),
    },
    {
      name: "small, pending, disabled",
      element: (
        <Row>
          <Button small>Yritä uudelleen</Button>
          <Button isPending>Lähetä viesti</Button>
          <Button isDisabled>Lähetä viesti</Button>
        </Row>
      ),
    },
    { name: "long words", element: <Button>{longSami}</Button> },
  ],
  LinkButton: [
    {
      name: "kinds",
      element: (
        <Row>
          <LinkButton to="/">Uusi viesti</LinkButton>
          <LinkButton kind="secondary" to="/">
            Etusivulle
          </LinkButton>
        </Row>
      ),
    },
  ],
  DisclosureMenu: [
    {
      name: "closed",
      element: (
        <DisclosureMenu face="Aino Lehtonen" label="Käyttäjävalikko: Aino Lehtonen" side="start">
          <li>
            <button type="button">
              <Settings aria-hidden="true" size={20} /> Asetukset
            </button>
          </li>
          <li>
            <button type="button">
              <LogOut aria-hidden="true" size={20} /> Kirjaudu ulos
            </button>
          </li>
        </DisclosureMenu>
      ),
    },
  ],
  LinkTile: [
    {
      name: "with and without tag, long words",
      element: (
        <LinkTiles title="Muut palvelut">
          <LinkTile icon={Settings} text="Kysy kiireettömästä asiasta." title="Uusi viesti" to="/" />
          <LinkTile icon={Settings} tag={<StatusTag>Tulossa</StatusTag>} text={longFinnish} title={longSami} to="/" />
        </LinkTiles>
      ),
    },
  ],
  Tabs: [
    {
      name: "with counts",
      element: (
        <Held start="own">
          {(selected, select) => (
            <Tabs
              label="Tehtävät"
              onSelect={select}
              selected={selected}
              tabs={[
                { id: "new", label: "Uudet", count: "12" },
                { id: "own", label: "Omat", count: "3" },
                { id: "team", label: "Tiimi", count: "999+" },
                { id: "done", label: "Tehdyt" },
              ]}
            >
              <p>{selected}</p>
            </Tabs>
          )}
        </Held>
      ),
    },
  ],
  StatusTag: [
    {
      name: "tones",
      element: (
        <Row>
          <StatusTag>Päättynyt</StatusTag>
          <StatusTag tone="info">1 uusi viesti</StatusTag>
          <StatusTag tone="success">Käsittelyssä</StatusTag>
          <StatusTag tone="warning">Odottaa käsittelyä</StatusTag>
          <StatusTag tone="danger">Haitallinen</StatusTag>
        </Row>
      ),
    },
  ],
};
