// @vitest-environment node
import { expect, it } from "vitest";
import { conversationIdIn } from "../src/features/admin/access-explanation/conversation-id";

const id = "0198c0de-0000-7000-8000-000000000bad";
const other = "11111111-2222-4333-8444-555555555555";

it.each([
  [id],
  [`  ${id.toUpperCase()}\n`],
  [`https://ammattilainen.kajo.example/fi/inbox?conversation=${id}`],
  [`https://ammattilainen.kajo.example/fi/inbox?queue=${other}&tab=new&conversation=${id}`],
  [`https://ammattilainen.kajo.example/fi/inbox?queue=${other}&conversation=%22${id}%22`],
  [`https://kajo.example/sme/inbox/conversation/${id}/messages`],
])("finds the conversation in %s", (pasted) => {
  expect(conversationIdIn(pasted)).toBe(id);
});

it.each(["", "conversation", "https://kajo.example/fi/inbox", id.slice(1)])("finds none in '%s'", (pasted) => {
  expect(conversationIdIn(pasted)).toBeUndefined();
});
