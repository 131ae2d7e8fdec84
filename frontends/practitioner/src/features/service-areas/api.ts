import { api, type In, type Out, ProfileService, rpc } from "@kajo/shared/rpc";

const { listServiceAreas } = ProfileService.method;

const serviceAreaApi = api.injectEndpoints({
  endpoints: (build) => ({
    listServiceAreas: build.query<Out<typeof listServiceAreas>, In<typeof listServiceAreas>>(rpc(listServiceAreas)),
  }),
});

export const { useListServiceAreasQuery } = serviceAreaApi;
