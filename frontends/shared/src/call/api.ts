/** What both apps do with a call. */
import { api } from "../rpc/api";
import { type Command, command, type In, type Out, rpc } from "../rpc/base-query";
import { CallService } from "../rpc/gen/kajo/chat_queue/v1/call_pb";

const {
  inviteToCall,
  answerCallInvitation,
  enterCall,
  admitToCall,
  keepCall,
  getCallAccess,
  sendCallSignals,
  leaveCall,
  endCall,
} = CallService.method;

/** The app calls by itself: a call that goes on holds the session on its own. */
const background = { extraOptions: { isBackground: true } } as const;

export const callApi = api.injectEndpoints({
  endpoints: (build) => ({
    inviteToCall: build.mutation<Out<typeof inviteToCall>, Command<In<typeof inviteToCall>>>({
      ...command(inviteToCall),
      invalidatesTags: (_result, _error, { request }) => [{ type: "Chat", id: request.chatId ?? "" }],
    }),
    answerCallInvitation: build.mutation<Out<typeof answerCallInvitation>, Command<In<typeof answerCallInvitation>>>({
      ...command(answerCallInvitation),
      invalidatesTags: ["Chat"],
    }),
    enterCall: build.mutation<Out<typeof enterCall>, Command<In<typeof enterCall>>>({
      ...command(enterCall),
      invalidatesTags: ["Chat"],
    }),
    admitToCall: build.mutation<Out<typeof admitToCall>, Command<In<typeof admitToCall>>>({
      ...command(admitToCall),
      invalidatesTags: ["Chat"],
    }),
    keepCall: build.mutation<Out<typeof keepCall>, In<typeof keepCall>>({ ...rpc(keepCall), ...background }),
    getCallAccess: build.mutation<Out<typeof getCallAccess>, In<typeof getCallAccess>>({
      ...rpc(getCallAccess),
      ...background,
    }),
    sendCallSignals: build.mutation<Out<typeof sendCallSignals>, In<typeof sendCallSignals>>({
      ...rpc(sendCallSignals),
      ...background,
    }),
    leaveCall: build.mutation<Out<typeof leaveCall>, Command<In<typeof leaveCall>>>({
      ...command(leaveCall),
      invalidatesTags: ["Chat"],
    }),
    endCall: build.mutation<Out<typeof endCall>, Command<In<typeof endCall>>>({
      ...command(endCall),
      invalidatesTags: ["Chat"],
    }),
  }),
});

export const { useInviteToCallMutation, useAnswerCallInvitationMutation, useAdmitToCallMutation, useEndCallMutation } =
  callApi;
