import { api, CalendarService, type In, type Out, PatientService, rpc, TaskService } from "@kajo/shared/rpc";

const { lookUpPatient, getPatient } = PatientService.method;
const { listPatientConversations } = TaskService.method;
const { listPatientAppointments } = CalendarService.method;

export interface WhichAppointments {
  readonly patientId: string;
  /** What is over or cancelled, and not what is to come. */
  readonly past: boolean;
}

export const patientApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Asked each time anew: a lookup is logged. */
    lookUpPatient: build.mutation<Out<typeof lookUpPatient>, In<typeof lookUpPatient>>(rpc(lookUpPatient)),
    /** Page by page; what happens in one of them fetches the list anew. */
    listPatientConversations: build.infiniteQuery<Out<typeof listPatientConversations>, string, string>({
      query: ({ queryArg: patientId, pageParam }) =>
        rpc(listPatientConversations).query({ patientId, page: { size: 10, token: pageParam } } satisfies In<
          typeof listPatientConversations
        >),
      infiniteQueryOptions: {
        initialPageParam: "",
        getNextPageParam: (last) => last.nextPageToken || undefined,
      },
      providesTags: ["TaskList"],
      keepUnusedDataFor: 0,
    }),
    listPatientAppointments: build.infiniteQuery<Out<typeof listPatientAppointments>, WhichAppointments, string>({
      query: ({ queryArg, pageParam }) =>
        rpc(listPatientAppointments).query({ ...queryArg, page: { size: 10, token: pageParam } } satisfies In<
          typeof listPatientAppointments
        >),
      infiniteQueryOptions: {
        initialPageParam: "",
        getNextPageParam: (last) => last.nextPageToken || undefined,
      },
      providesTags: ["Appointment"],
      keepUnusedDataFor: 0,
    }),
    getPatient: build.query<Out<typeof getPatient>, In<typeof getPatient>>({
      ...rpc(getPatient),
      providesTags: ["Patient"],
      // Nothing of a patient stays in the browser longer than it is looked at.
      keepUnusedDataFor: 0,
    }),
  }),
});

export const {
  useLookUpPatientMutation,
  useGetPatientQuery,
  useListPatientConversationsInfiniteQuery,
  useListPatientAppointmentsInfiniteQuery,
} = patientApi;
