import { expect, it, vi } from "vitest";
import { fakeTransport, type SeenCall } from "./fake-transport";

interface Kept {
  readonly topic: string;
  readonly text: string;
  readonly revision: bigint;
}

/** Each number once, as the server makes them of the time: windows of another test hear what is asked. */
let count = 0n;

/** The one place that the server has for whatever a resident begins. */
function server() {
  const nothing: Kept = { topic: "", text: "", revision: 0n };
  let kept = nothing;
  return {
    kept: () => [kept.topic, kept.text],
    answer: async ({ method, request, reply }: SeenCall) => {
      if (method === "GetDraft") return reply(kept);
      if (method !== "SaveDraft") return undefined;
      const { topic, text, revision } = request as Kept;
      const isNothing = topic === "" && text === "";
      const isStale = revision !== kept.revision && !(isNothing && kept.revision === 0n);
      // Of the same modules as what reads it.
      if (isStale) throw (await import("./refused")).refused("stale_version");
      count += 1n;
      kept = isNothing ? nothing : { topic, text, revision: count };
      return reply({ revision: kept.revision });
    },
  };
}

/** A window of its own: nothing that it knows is shared with another. */
async function openWindow(answer: ReturnType<typeof server>["answer"]) {
  vi.resetModules();
  const [{ createAppStore }, local, remote] = await Promise.all([
    import("../src/app/store"),
    import("../src/drafts/local"),
    import("../src/drafts/remote"),
  ]);
  const { transport } = fakeTransport(answer);
  const { dispatch } = createAppStore({ transport, language: "fi", expectsSession: true, wait: async () => {} });
  /** Types, and rests until it is saved; answers whether the server has it. */
  const type = (where: string, text: string) => {
    const written = { ...local.nothing, text };
    local.saveLocal(where, written);
    dispatch(remote.saveDraft(where, written));
    return dispatch(remote.flush(where));
  };
  return {
    ...local,
    type,
    text: (where: string) => local.loadLocal(where).text,
    look: async (where: string) => (await dispatch(remote.look(where)))?.text,
    bringAlong: (where: string) => dispatch(remote.bringAlong(where)),
    refuse: (where: string, arrival: Parameters<typeof remote.refuse>[1]) => dispatch(remote.refuse(where, arrival)),
    sent: (where: string) => {
      local.saveLocal(where, local.nothing);
      return dispatch(remote.sent(where));
    },
  };
}

const health = "queue:0190f5a0-0000-7000-8000-000000000001";
const social = "queue:0190f5a0-0000-7000-8000-000000000002";
const conversation = "0190f5a0-0000-7000-8000-000000000003";

it("R-05 keeps what two windows begin to two queues apart, however often they change in turn", async () => {
  const { answer, kept } = server();
  const [one, two] = [await openWindow(answer), await openWindow(answer)];
  let [first, second] = ["Selkä on kipeä.", "Asumistuki loppui."];
  for (let turn = 0; turn < 8; turn += 1) {
    await one.type(health, first);
    await two.type(social, second);
    expect([one.text(health), two.text(social)]).toEqual([first, second]);
    first += " a";
    second += " b";
  }
  expect(kept()).toEqual(["", "Selkä on kipeä. a a a a a a a"]);
  expect([one.isApart(health), two.isApart(social)]).toEqual([false, true]);
  // Sent, it takes nothing of the other away; and that comes to the server once there is room.
  await one.sent(health);
  expect(kept()).toEqual(["", ""]);
  expect(await two.type(social, second)).toBe(true);
  expect(kept()).toEqual(["", second]);
  await one.type(health, "Uusi");
  await one.sent(health);
  expect([kept()[1], one.text(health), one.isApart(health)]).toEqual([second, "", false]);
});

it("R-05 shows no form what another window writes to another queue", async () => {
  const { answer } = server();
  const [one, two] = [await openWindow(answer), await openWindow(answer)];
  await one.type(health, "Selkä on kipeä.");
  expect(await two.look(social)).toBeUndefined();
  expect(two.isApart(social)).toBe(true);
  // The same queue, the same message.
  expect(await two.look(health)).toBe("Selkä on kipeä.");
});

it("R-05 waits for a window that is saving just now, however slow that is", async () => {
  const { answer } = server();
  let arrive = () => {};
  const slow = async (call: SeenCall) => {
    const reply = await answer(call);
    if (call.method === "SaveDraft") await new Promise<void>((resolve) => (arrive = resolve));
    return reply;
  };
  const [one, two] = [await openWindow(slow), await openWindow(answer)];
  const saving = one.type(health, "Selkä on kipeä.");
  setTimeout(() => arrive(), 600);
  await two.type(social, "Asumistuki loppui.");
  expect([two.text(social), two.isApart(social)]).toEqual(["Asumistuki loppui.", true]);
  await saving;
});

it("R-05 joins what two windows write to the same queue, or into the same conversation, once", async () => {
  for (const where of [health, conversation]) {
    const { answer, kept } = server();
    const [one, two] = [await openWindow(answer), await openWindow(answer)];
    await one.type(where, "Selkä on kipeä.");
    await two.type(where, "Kuume 38.");
    expect(two.text(where)).toBe("Kuume 38.\n\nSelkä on kipeä.");
    for (let turn = 0; turn < 8; turn += 1) {
      await one.type(where, `${one.text(where)} a${turn}`);
      await two.type(where, `${two.text(where)} b${turn}`);
    }
    expect(two.text(where).length).toBe("Kuume 38.\n\nSelkä on kipeä.".length + 8 * 2 * " a0".length);
    expect(kept()[1]).toBe(two.text(where));
  }
});

it("R-05 gives back what came in when it is refused, and brings it in no more", async () => {
  const { answer, kept } = server();
  const [one, two] = [await openWindow(answer), await openWindow(answer)];
  await one.type(conversation, "Selkä on kipeä.");
  const heard: Parameters<typeof two.refuse>[1][] = [];
  two.hear(conversation, (together, theirs) => {
    const earlier = heard.at(-1);
    heard.push({ before: two.loadLocal(conversation), theirs, together, ...(earlier ? { earlier } : {}) });
    return true;
  });
  await two.type(conversation, "Kuume 38.");
  expect(heard.map(({ theirs }) => theirs.text)).toEqual(["Selkä on kipeä."]);
  // What is typed since stays, also when more comes in.
  await two.type(conversation, two.text(conversation).replace("Kuume 38.", "Kuume 38. Yskä."));
  await one.type(conversation, "Selkä on kipeä. Samoin polvi.");
  await two.type(conversation, two.text(conversation).replace("Yskä.", "Yskä. Väsymys."));
  const arrival = heard.at(-1);
  if (!arrival || heard.length !== 2) throw new Error(`${heard.length} came in`);
  const { text } = two.refuse(conversation, arrival);
  expect(text.trim()).toBe("Kuume 38. Yskä. Väsymys.");
  two.saveLocal(conversation, { ...two.nothing, text });
  const theirs = one.text(conversation);
  expect(theirs).toContain("Samoin polvi.");
  await vi.waitFor(() => expect([kept()[1], two.isApart(conversation)]).toEqual([theirs, true]));
  expect(await two.type(conversation, `${text} Nuha.`)).toBe(false);
  expect([heard.length, kept()[1], two.text(conversation)]).toEqual([2, theirs, `${text} Nuha.`]);
});

it("R-05 brings what was begun along to another queue, once, and gives it back when it is refused", async () => {
  const { answer, kept } = server();
  const one = await openWindow(answer);
  await one.type(health, "Asumistuki loppui.");
  expect(await one.bringAlong(social)).toBe(health);
  expect([one.text(health), one.text(social)]).toEqual(["", "Asumistuki loppui."]);
  const theirs = one.loadLocal(social);
  expect(one.refuse(social, { before: one.nothing, theirs, together: theirs, from: health }).text).toBe("");
  one.saveLocal(social, one.nothing);
  await vi.waitFor(() => expect(one.text(health)).toBe("Asumistuki loppui."));
  expect(await one.bringAlong(social)).toBeUndefined();
  await one.type(social, "Selkä on kipeä.");
  expect([one.text(social), one.text(health), kept()[1]]).toEqual([
    "Selkä on kipeä.",
    "Asumistuki loppui.",
    "Asumistuki loppui.",
  ]);
});
