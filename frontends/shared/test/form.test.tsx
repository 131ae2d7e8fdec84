import { useState } from "react";
import { expect, it, vi } from "vitest";
import { Form } from "../src/patterns";
import { TextField } from "../src/ui";
import { allByRole, byRole, focus, focused, press, settle, show, type } from "./screen";

const failure = {
  code: 3,
  params: {},
  traceId: "0af7651916cd43dd8448eb211c80319c",
  fields: [{ field: "topic", reason: "required" }],
};

function Topic({ send, answer }: { readonly send: (topic: string) => unknown; readonly answer?: unknown }) {
  const [topic, setTopic] = useState("");
  return (
    <Form
      failure={answer}
      fields={{ topic: "Aihe" }}
      onSubmit={() => send(topic)}
      problems={{ topic: topic === "" ? "Pakollinen" : undefined }}
      submit="Lähetä"
    >
      {(field) => <TextField {...field("topic")} onChange={setTopic} value={topic} />}
    </Form>
  );
}

it("sends nothing that is wrong, sums it up, takes the focus there, and leads to the field", async () => {
  const send = vi.fn();
  await show(<Topic send={send} />);
  expect(allByRole("alert")).toEqual([]);
  expect(byRole("textbox", "Aihe")).not.toBeInvalid();
  await focus(byRole("textbox", "Aihe"));
  await press("Enter");
  expect(send).not.toHaveBeenCalled();
  expect(focused()).toBe(byRole("alert", "Korjaa yksi kohta"));
  expect(byRole("textbox", "Aihe")).toHaveAccessibleDescription("Pakollinen");
  await focus(byRole("link", "Aihe: Pakollinen"));
  await press("Enter");
  expect(focused()).toBe(byRole("textbox", "Aihe"));
});

it("is sent once, however often it is pressed", async () => {
  const sent: string[] = [];
  let end = () => {};
  await show(
    <Topic
      send={(topic) => {
        sent.push(topic);
        return new Promise<void>((resolve) => {
          end = resolve;
        });
      }}
    />,
  );
  await focus(byRole("textbox", "Aihe"));
  await type("Kipu");
  await press("Enter");
  await press("Enter");
  await focus(byRole("button", /Lähetä/));
  await press("Enter");
  expect(sent).toEqual(["Kipu"]);
  end();
  await settle();
  await press("Enter");
  expect(sent).toEqual(["Kipu", "Kipu"]);
});

it("puts what the server says of a field to the field, and the rest above", async () => {
  await show(<Topic answer={failure} send={() => undefined} />);
  await focus(byRole("textbox", "Aihe"));
  await type("x");
  await press("Enter");
  const [link] = allByRole("link");
  expect(link).toHaveTextContent(/^Aihe: ./);
  expect(byRole("alert")).not.toHaveTextContent(failure.traceId);
  expect(byRole("textbox", "Aihe")).toBeInvalid();
  await show(<Topic answer={{ ...failure, fields: [] }} send={() => undefined} />);
  expect(allByRole("link")).toEqual([]);
  expect(byRole("alert")).toHaveTextContent(/Tämä ei onnistunut/);
  expect(byRole("alert")).toHaveTextContent(failure.traceId);
});

function Emptied() {
  const [topic, setTopic] = useState("");
  return (
    <Form
      fields={{ topic: "Aihe" }}
      onSubmit={() => setTopic("")}
      problems={{ topic: topic === "" ? "Pakollinen" : undefined }}
      submit="Lähetä"
    >
      {(field) => <TextField {...field("topic")} onChange={setTopic} value={topic} />}
    </Form>
  );
}

it("has no errors when it has been sent and begins anew", async () => {
  await show(<Emptied />);
  await focus(byRole("textbox", "Aihe"));
  await press("Enter");
  expect(byRole("textbox", "Aihe")).toBeInvalid();
  await focus(byRole("textbox", "Aihe"));
  await type("Kipu");
  await press("Enter");
  expect(byRole("textbox", "Aihe")).toHaveValue("");
  expect(byRole("textbox", "Aihe")).not.toBeInvalid();
  expect(allByRole("alert")).toEqual([]);
});

function Two({ answer }: { readonly answer?: unknown }) {
  const [topic, setTopic] = useState("");
  const [text, setText] = useState("");
  return (
    <Form
      brief
      failure={answer}
      fields={{ topic: "Aihe", text: "Viesti" }}
      onSubmit={() => undefined}
      problems={{ topic: topic ? undefined : "Pakollinen", text: text ? undefined : "Pakollinen" }}
      submit="Lähetä"
    >
      {(field) => (
        <>
          <TextField {...field("topic")} onChange={setTopic} value={topic} />
          <TextField {...field("text")} onChange={setText} value={text} />
        </>
      )}
    </Form>
  );
}

it("leads to the first wrong field of a brief form once per try, and shows a failure without a field in it", async () => {
  await show(<Two />);
  await focus(byRole("button", "Lähetä"));
  await press("Enter");
  expect(allByRole("alert")).toEqual([]);
  expect(focused()).toBe(byRole("textbox", "Aihe"));
  await type("Kipu");
  // What is typed stays where it is typed, though the next field is wrong as well.
  expect(focused()).toBe(byRole("textbox", "Aihe"));
  await focus(byRole("button", "Lähetä"));
  await press("Enter");
  expect(focused()).toBe(byRole("textbox", "Viesti"));
  await type("Hei");
  await show(<Two answer={{ ...failure, fields: [] }} />);
  await focus(byRole("button", "Lähetä"));
  await press("Enter");
  expect(byRole("alert")).toHaveTextContent(failure.traceId);
});

it("sets no colon after a question", async () => {
  await show(
    <Form fields={{ why: "Miksi?" }} onSubmit={() => undefined} problems={{ why: "Pakollinen" }} submit="Lähetä">
      {(field) => <TextField {...field("why")} onChange={() => {}} value="" />}
    </Form>,
  );
  await focus(byRole("textbox", "Miksi?"));
  await press("Enter");
  expect(byRole("link", "Miksi? Pakollinen")).toBeInTheDocument();
});

it("names the summary of each of two forms on a page by its own title", async () => {
  await show(
    <>
      <Topic send={vi.fn()} />
      <Topic send={vi.fn()} />
    </>,
  );
  for (const field of allByRole("textbox", "Aihe")) {
    await focus(field);
    await press("Enter");
  }
  const titles = allByRole("alert").map((summary) => summary.getAttribute("aria-labelledby"));
  expect(titles).toHaveLength(2);
  expect(new Set(titles).size).toBe(2);
});
