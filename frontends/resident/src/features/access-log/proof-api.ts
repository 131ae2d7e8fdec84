/** The proof of the log, part by part from each service. */
import type { Language } from "@kajo/shared/i18n";
import {
  AccessLogService,
  AppointmentAccessService,
  api,
  type In,
  MessageAccessService,
  type Out,
  rpc,
} from "@kajo/shared/rpc";
import { type Answer, type Ask, asked } from "./ask";
import { namesOf, type ProvedRow, toName } from "./names";

const { nameAccessors, proveMyAccessLog } = AccessLogService.method;
const { proveMyMessageAccess } = MessageAccessService.method;
const { proveMyAppointmentAccess } = AppointmentAccessService.method;

type PageToken = In<typeof proveMyAccessLog> & In<typeof proveMyMessageAccess> & In<typeof proveMyAppointmentAccess>;
type Proven = Out<typeof proveMyAccessLog> & Out<typeof proveMyMessageAccess> & Out<typeof proveMyAppointmentAccess>;

/** One log of the file; what else stands in it is for the program that checks it. */
interface ProvedLog extends Readonly<Record<string, unknown>> {
  readonly person?: string;
  readonly rows: readonly ProvedRow[];
}

/** Who takes the file along: names in it are as they are shown to them. */
interface Reader {
  readonly name: string;
  readonly language: Language;
}

/** All parts of one log's proof, as one document. */
async function proven(ask: Ask, of: (request: PageToken) => unknown): Promise<Answer<ProvedLog>> {
  let whole: Partial<ProvedLog> = {};
  let rows: readonly ProvedRow[] = [];
  let pageToken = "";
  do {
    const { data, error } = await asked<Proven>(ask, of({ pageToken }));
    if (error) return { error };
    const part = JSON.parse(data.proof?.document ?? "{}") as Partial<ProvedLog>;
    whole = pageToken === "" ? part : whole;
    rows = [...rows, ...(part.rows ?? [])];
    pageToken = data.proof?.nextPageToken ?? "";
  } while (pageToken !== "");
  return { data: { ...whole, rows } };
}

const proofApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The text of the file; asked anew each time. */
    fetchProof: build.mutation<string, Reader>({
      async queryFn({ name, language }, _api, _options, ask) {
        const logs: ProvedLog[] = [];
        const proofs = [
          rpc(proveMyAccessLog).query,
          rpc(proveMyMessageAccess).query,
          rpc(proveMyAppointmentAccess).query,
        ];
        for (const of of proofs) {
          const { data, error } = await proven(ask as Ask, of);
          if (error) return { error };
          logs.push(data);
        }
        const answers: Out<typeof nameAccessors>[] = [];
        for (const request of toName(logs.flatMap(({ rows }) => rows))) {
          const { data, error } = await asked<Out<typeof nameAccessors>>(ask as Ask, rpc(nameAccessors).query(request));
          if (error) return { error };
          answers.push(data);
        }
        const names = namesOf(answers, { id: logs[0]?.person ?? "", name }, language);
        return { data: `${JSON.stringify({ format: "kajo-access-log/2", logs, names }, null, 1)}\n` };
      },
    }),
  }),
});

export const { useFetchProofMutation } = proofApi;
