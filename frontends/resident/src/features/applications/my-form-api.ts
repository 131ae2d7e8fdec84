import { api, FormService, type In, type Out, rpc } from "@kajo/shared/rpc";

const { getMyForm } = FormService.method;

const myFormApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Sent once and for ever: nothing changes it. */
    getMyForm: build.query<Out<typeof getMyForm>, In<typeof getMyForm>>(rpc(getMyForm)),
  }),
});

export const { useGetMyFormQuery } = myFormApi;
