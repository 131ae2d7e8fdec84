/** On which devices the person is told that something waits for them. */
import { api, type Command, command, type In, type Out, PushService, rpc } from "@kajo/shared/rpc";
import { keepDevice } from "./kept-device";

const { getMyPush, switchPushOn, switchPushOff } = PushService.method;

const pushApi = api.injectEndpoints({
  endpoints: (build) => ({
    getMyPush: build.query<Out<typeof getMyPush>, In<typeof getMyPush>>({
      ...rpc(getMyPush),
      providesTags: ["PushDevice"],
      // What was switched elsewhere since is seen on coming back.
      keepUnusedDataFor: 0,
    }),
    switchPushOn: build.mutation<Out<typeof switchPushOn>, Command<In<typeof switchPushOn>>>({
      ...command(switchPushOn),
      invalidatesTags: ["PushDevice"],
      /** It is on at once, also where the devices cannot be fetched just now. */
      async onQueryStarted(_command, { dispatch, queryFulfilled }) {
        const on = await queryFulfilled.catch(() => undefined);
        if (!on) return;
        const { pushDeviceId = "" } = on.data;
        // Before it is listed: it is none of the others.
        keepDevice(pushDeviceId);
        dispatch(
          pushApi.util.updateQueryData("getMyPush", {}, (there) => {
            const others = (there.devices ?? []).filter((device) => device.pushDeviceId !== pushDeviceId);
            there.devices = [{ pushDeviceId, switchedOnAt: new Date().toISOString() }, ...others];
          }),
        );
      },
    }),
    switchPushOff: build.mutation<Out<typeof switchPushOff>, Command<In<typeof switchPushOff>>>({
      ...command(switchPushOff),
      // Refused too: what is not there any more is not listed any more.
      invalidatesTags: ["PushDevice"],
      async onQueryStarted({ request: { pushDeviceId } }, { dispatch, queryFulfilled }) {
        const off = await queryFulfilled.catch(() => undefined);
        if (!off) return;
        dispatch(
          pushApi.util.updateQueryData("getMyPush", {}, (there) => {
            there.devices = (there.devices ?? []).filter((device) => device.pushDeviceId !== pushDeviceId);
          }),
        );
      },
    }),
  }),
});

export const { useGetMyPushQuery, useSwitchPushOnMutation, useSwitchPushOffMutation } = pushApi;

export type Push = Out<typeof getMyPush>;
export type Subscription = In<typeof switchPushOn>;
