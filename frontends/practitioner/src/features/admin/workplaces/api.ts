/** Roles and work locations by name, and who works in which. */
import { api, type In, type Out, rpc, WorkplaceService } from "@kajo/shared/rpc";

const { listWorkplaces, listWorkers, listWorkersAt } = WorkplaceService.method;

const workplaceApi = api.injectEndpoints({
  endpoints: (build) => ({
    listWorkplaces: build.query<Out<typeof listWorkplaces>, In<typeof listWorkplaces>>(rpc(listWorkplaces)),
    listWorkers: build.query<Out<typeof listWorkers>, In<typeof listWorkers>>(rpc(listWorkers)),
    listWorkersAt: build.query<Out<typeof listWorkersAt>, In<typeof listWorkersAt>>(rpc(listWorkersAt)),
  }),
});

export const { useListWorkplacesQuery, useListWorkersQuery, useListWorkersAtQuery } = workplaceApi;
