/** The stream of a tab, and whose it is. */
import { create } from "@bufbuild/protobuf";
import { act } from "react";
import { Provider } from "react-redux";
import { expect, it } from "vitest";
import { CallContextProvider } from "../src/app/call-context";
import { createAppStore } from "../src/app/store";
import { useLive } from "../src/live";
import { UpdateSchema } from "../src/rpc/gen/kajo/live/v1/live_pb";
import { fakeTransport } from "./fake-transport";
import { until } from "./pages";
import { show } from "./screen";

function Live({ whose }: { readonly whose: string | undefined }) {
  useLive(whose);
  return null;
}

const welcome = create(UpdateSchema, { cursor: "1", update: { case: "welcome", value: {} } });

it("CHA-04 takes another stream when a visitor's tab becomes a person's, and says how that one stands", async () => {
  const { transport, streams } = fakeTransport();
  const context = { transport, language: "fi", expectsSession: false, wait: async () => {} } as const;
  const store = createAppStore(context);
  const shown = (whose: string | undefined) =>
    show(
      <CallContextProvider value={context}>
        <Provider store={store}>
          <Live whose={whose} />
        </Provider>
      </CallContextProvider>,
    );
  const isWelcome = (at: number) => act(async () => streams[at]?.send(welcome));
  const state = () => store.getState().live.state;

  await shown("visit");
  await until(() => expect(streams).toHaveLength(1));
  await isWelcome(0);
  expect(state()).toBe("on");
  await shown("person");
  expect([state(), streams[0]?.options.signal?.aborted]).toEqual(["off", true]);
  await until(() => expect(streams).toHaveLength(2));
  await isWelcome(1);
  await act(async () => streams[0]?.end());
  expect(state()).toBe("on");
  await shown(undefined);
  expect([state(), streams[1]?.options.signal?.aborted]).toEqual(["off", true]);
});
