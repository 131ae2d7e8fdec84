import { ChatThread } from "../../src/chat";
import { Form, ListPage, MasterDetail, Wizard } from "../../src/patterns";
import { RichText } from "../../src/rich-text";
import { Thread } from "../../src/thread/Thread";
import { Button, Card, CommandPalette, DataTable, Disclosure, TextField, Timeline } from "../../src/ui";
import type { GalleryEntries } from "../entry";
import { Held, longFinnish, longSami, nothing } from "../held";

interface Person {
  readonly id: string;
  readonly name: string;
  readonly age: number;
}

const people: readonly Person[] = [
  { id: "1", name: "Aino Lehtonen", age: 81 },
  { id: "2", name: longSami, age: 34 },
];

const table = {
  caption: "Asiakkaat",
  columns: [
    { id: "name", label: "Nimi", cell: ({ name }: Person) => name, sortable: true },
    { id: "age", label: "Ikä", cell: ({ age }: Person) => age, align: "end" },
  ],
  rowKey: ({ id }: Person) => id,
} as const;

const at = (day: number) => new Date(Date.UTC(2026, 2, day, 12, 7));

const conversation = {
  conversationId: "c",
  participants: [
    { personId: "r", displayName: "Aino Lehtonen" },
    { personId: "p", displayName: "Liisa Virtanen" },
  ],
  permissions: { write: true },
  thread: [
    {
      number: "1",
      at: "2026-03-05T12:07:00Z",
      message: { authorId: "r", authorName: "Aino Lehtonen", text: longFinnish, seenBy: ["p"] },
    },
    {
      number: "2",
      at: "2026-03-05T12:30:00Z",
      systemEvent: { kind: "SYSTEM_EVENT_KIND_ASSIGNED_TO_SELF", actorName: "Liisa Virtanen" },
    },
    {
      number: "3",
      at: "2026-03-06T07:00:00Z",
      message: { authorId: "p", authorName: "Liisa Virtanen", text: "Hei! Voit tulla huomenna." },
    },
    {
      number: "4",
      at: "2026-03-06T07:05:00Z",
      message: {
        authorId: "r",
        authorName: "Aino Lehtonen",
        text: "Vain ammattilaisille.",
        visibility: "VISIBILITY_PRACTITIONERS",
      },
    },
  ],
} as const;

const chat = [
  { number: 1, side: "CHAT_SIDE_CUSTOMER", writtenAt: "2026-03-05T12:07:00Z", text: longFinnish },
  { number: 2, side: "CHAT_SIDE_CUSTOMER", writtenAt: "2026-03-05T12:07:20Z", text: "Voinko tulla tänään?" },
  {
    number: 3,
    side: "CHAT_SIDE_PRACTITIONER",
    practitionerName: "Liisa Virtanen",
    writtenAt: "2026-03-05T12:08:00Z",
    text: "Hei! Voit tulla huomenna.",
  },
] as const;

const said = (text: string) => ({ text });

const richText = {
  blocks: [
    {
      paragraph: {
        content: [
          said(`${longFinnish} `),
          { strong: { content: [said("ravinnotta")] } },
          said(" ja "),
          { emphasis: { content: [said("levossa")] } },
        ],
      },
    },
    { heading: { level: 2, content: [said("Ennen koetta")] } },
    {
      list: {
        items: [
          { blocks: [{ paragraph: { content: [said("kortti")] } }] },
          { blocks: [{ paragraph: { content: [said(longSami)] } }] },
        ],
      },
    },
    { heading: { level: 3, content: [said("Perillä")] } },
    {
      list: {
        ordered: true,
        start: 1,
        items: [
          { blocks: [{ paragraph: { content: [said("ilmoittaudu")] } }] },
          { blocks: [{ paragraph: { content: [said("odota")] } }] },
        ],
      },
    },
    { paragraph: { content: [{ link: { url: "https://kajo.example", content: [said("Kartta")] } }] } },
  ],
};

export const entries: GalleryEntries = {
  RichText: [{ name: "every part", element: <RichText text={richText} /> }],
  DataTable: [
    {
      name: "sorted",
      element: (
        <DataTable {...table} onSort={nothing} rows={people} sort={{ column: "name", direction: "ascending" }} />
      ),
    },
    { name: "loading", element: <DataTable {...table} isLoading rows={[]} /> },
    { name: "empty", element: <DataTable {...table} rows={[]} /> },
  ],
  Disclosure: [
    {
      name: "open",
      element: (
        <Disclosure defaultOpen title="Lisätietoja">
          {longFinnish}
        </Disclosure>
      ),
    },
  ],
  Timeline: [
    {
      name: "three events",
      element: (
        <Timeline
          entries={[
            { id: "1", at: at(5), title: "Viesti lähetetty", tone: "info" },
            { id: "2", at: at(6), title: "Otettu käsittelyyn", tone: "success", children: longFinnish },
            { id: "3", at: at(9), title: "Päättynyt" },
          ]}
          label="Vaiheet"
        />
      ),
    },
  ],
  ListPage: [
    {
      name: "filled, with more",
      element: (
        <ListPage
          hasMore
          itemKey={({ id }) => id}
          items={people}
          label="Asiakkaat"
          onMore={nothing}
          onRetry={nothing}
          renderItem={({ name }) => <Card>{name}</Card>}
          total={2}
        />
      ),
    },
    {
      name: "empty",
      element: <ListPage itemKey={String} items={[]} label="Asiakkaat" onRetry={nothing} renderItem={() => null} />,
    },
  ],
  Wizard: [
    {
      name: "second of three",
      element: (
        <Held start="b">
          {(current, change) => (
            <Wizard
              current={current}
              finish="Lähetä"
              onFinish={nothing}
              onStep={change}
              steps={[
                { id: "a", title: "Asiakas", content: <p>Asiakas</p> },
                { id: "b", title: "Viesti", content: <p>{longFinnish}</p> },
                { id: "c", title: "Esikatselu", content: <p>Esikatselu</p> },
              ]}
            />
          )}
        </Held>
      ),
    },
  ],
  Form: [
    {
      name: "with a problem",
      element: (
        <Form fields={{ topic: "Aihe" }} onSubmit={nothing} submit="Tallenna">
          {(field) => <TextField {...field("topic")} error="Tämä kenttä on pakollinen" onChange={nothing} value="" />}
        </Form>
      ),
    },
    {
      name: "brief, as in a dialog",
      element: (
        <Form
          actions={<Button kind="secondary">Peruuta</Button>}
          brief
          fields={{ topic: "Aihe" }}
          onSubmit={nothing}
          submit="Tallenna"
        >
          {(field) => <TextField {...field("topic")} onChange={nothing} value="" />}
        </Form>
      ),
    },
  ],
  MasterDetail: [
    {
      name: "with a detail",
      element: (
        <MasterDetail
          detail={<Card>{longFinnish}</Card>}
          detailKey="1"
          detailLabel="Keskustelu"
          list={<Card>Aino Lehtonen</Card>}
          listLabel="Tehtävät"
          onBack={nothing}
        />
      ),
    },
  ],
  Thread: [{ name: "two days", element: <Thread conversation={conversation as never} personId="r" /> }],
  ChatThread: [
    {
      name: "a bubble for each minute",
      element: (
        <ChatThread
          chatId="1"
          isOn
          label="Chat"
          messages={chat}
          otherName="Aino Lehtonen"
          side="CHAT_SIDE_PRACTITIONER"
        />
      ),
    },
    {
      name: "nothing written yet",
      element: (
        <ChatThread
          chatId="2"
          isOn={false}
          label="Uusi chat"
          messages={[]}
          otherName="Liisa Virtanen"
          side="CHAT_SIDE_CUSTOMER"
        />
      ),
    },
  ],
  CommandPalette: [
    {
      name: "opened by Ctrl + K",
      covers: true,
      element: (
        <>
          <p>Ctrl + K</p>
          <CommandPalette
            commands={[
              { id: "inbox", label: "Tehtävät", group: "Siirry", onAction: nothing, shortcut: "G I" },
              { id: "settings", label: "Asetukset", group: "Siirry", onAction: nothing },
            ]}
          />
        </>
      ),
    },
  ],
};
