import { expect, it } from "vitest";
import { FileDrop, type Uploads } from "../src/attachments";
import { show } from "./screen";

const uploads: Uploads = {
  items: [],
  sendable: [],
  busy: false,
  room: 5,
  left: 0,
  add: () => undefined,
  retry: () => undefined,
  remove: () => undefined,
  restore: () => undefined,
  clear: () => undefined,
};

it("tells the limits in the same words wherever files are added, and none that nobody has set", async () => {
  await show(<FileDrop limits={{}} uploads={uploads} />);
  expect(document.body).not.toHaveTextContent("Enintään");
  const limits = { maxAttachments: 5, maxAttachmentMegabytes: 10, allowedExtensions: [".pdf", ".png"] };
  await show(<FileDrop limits={limits} uploads={uploads} />);
  expect(document.body).toHaveTextContent("Enintään 5 liitettä, 10 Mt kukin. Sallitut tyypit: .pdf, .png");
});
