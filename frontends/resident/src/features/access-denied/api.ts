import { AdmissionService, api, type DenialJson, type In, type Out, rpc } from "@kajo/shared/rpc";
import { useGetSessionQuery } from "@kajo/shared/session";

const { getAdmission } = AdmissionService.method;

const admissionApi = api.injectEndpoints({
  endpoints: (build) => ({
    getAdmission: build.query<Out<typeof getAdmission>, In<typeof getAdmission>>({
      ...rpc(getAdmission),
      providesTags: ["Admission"],
    }),
  }),
});

export type Denial = Exclude<DenialJson, "DENIAL_UNSPECIFIED">;

export interface Admission {
  /** Why the person who is signed in may not enter in their own name; undefined: they may, nobody is, or it is not known. */
  readonly denial: Denial | undefined;
  readonly isLoading: boolean;
  readonly error: unknown;
  readonly refetch: () => void;
}

export function useDenial(): Admission {
  const { data: session, isLoading: isUnknown } = useGetSessionQuery();
  const { data, isLoading, error, refetch } = admissionApi.useGetAdmissionQuery({}, { skip: session === undefined });
  const denial = data?.denial;
  return {
    denial: denial === "DENIAL_UNSPECIFIED" ? undefined : denial,
    isLoading: isUnknown || isLoading,
    error,
    refetch: () => void refetch(),
  };
}
