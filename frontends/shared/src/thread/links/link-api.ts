/** Fetched with the first message that may hold a link. */
import { api } from "../../rpc/api";
import { type In, type Out, rpc } from "../../rpc/base-query";
import { ConversationService } from "../../rpc/gen/kajo/conversations/v1/conversation_pb";

const { checkLink } = ConversationService.method;

const linkApi = api.injectEndpoints({
  endpoints: (build) => ({
    checkLink: build.query<Out<typeof checkLink>, In<typeof checkLink>>({
      ...rpc(checkLink),
      // What is known of a link changes: it is asked each time.
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useLazyCheckLinkQuery } = linkApi;
