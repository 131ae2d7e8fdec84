/** The meeting of a guest, who comes by a link (SCH-09). */
import { api, type Command, command, type In, MeetingService, type Out, rpc } from "@kajo/shared/rpc";

/** The server says what time it is to the second: what is to be told at a moment may not be told yet when it is asked for. */
export const lateMs = 2_000;

const { getMeeting, enterMeeting } = MeetingService.method;

export const meetingApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** No tag makes it stale: a link that does not work is not tried by itself again, since that shuts it for everybody. */
    getMeeting: build.query<Out<typeof getMeeting>, In<typeof getMeeting>>({
      ...rpc(getMeeting),
      // The secret is kept no longer than the page.
      keepUnusedDataFor: 0,
    }),
    enterMeeting: build.mutation<Out<typeof enterMeeting>, Command<In<typeof enterMeeting>>>(command(enterMeeting)),
  }),
});

export const { useEnterMeetingMutation } = meetingApi;
