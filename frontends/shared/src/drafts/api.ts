/** Drafts at the server: sealed, for their writer alone, on every device. */
import { api } from "../rpc/api";
import { type In, type Out, rpc } from "../rpc/base-query";
import { DraftService } from "../rpc/gen/kajo/conversations/v1/draft_pb";

const { saveDraft, getDraft } = DraftService.method;

export const draftApi = api.injectEndpoints({
  endpoints: (build) => ({
    // No command: it makes no event, and the last one counts.
    saveDraft: build.mutation<Out<typeof saveDraft>, In<typeof saveDraft>>(rpc(saveDraft)),
    getDraft: build.query<Out<typeof getDraft>, In<typeof getDraft>>({ ...rpc(getDraft), keepUnusedDataFor: 0 }),
  }),
});
