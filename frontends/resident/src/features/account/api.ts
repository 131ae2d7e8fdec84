import { AccountService, api, type In, type Out, rpc } from "@kajo/shared/rpc";

const { getAccount } = AccountService.method;

const accountApi = api.injectEndpoints({
  endpoints: (build) => ({
    getAccount: build.query<Out<typeof getAccount>, In<typeof getAccount>>({
      ...rpc(getAccount),
      providesTags: ["Account"],
    }),
  }),
});

export const { useGetAccountQuery } = accountApi;
