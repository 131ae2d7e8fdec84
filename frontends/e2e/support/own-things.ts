/** What a resident of the demo has of their own, so that pages about it can be opened: they lead nowhere without. */
import { medicationRequest, newKey, observation, sendBundle } from "./health-records";
import { giveContent } from "./patient-contents";
import { openPatient } from "./patients";
import { nurse, topic } from "./people";
import { serviceContent } from "./routes";

const ssn = "121275-933V";

/** Eino has an instruction to read, a laboratory result and a prescription. */
export async function provideEino(): Promise<void> {
  const liisa = await nurse("Liisa");
  const patientId = await openPatient(liisa.page, ssn, "Eino Saarinen");
  await giveContent(liisa.context.request, patientId, serviceContent);
  await liisa.context.close();
  const answer = await sendBundle(await newKey(), [
    observation({ ssn, name: topic("P-Kalium"), value: 3.1, comment: topic("Paastonäyte") }),
    medicationRequest({
      ssn,
      medication: topic("Amlodipiini 5 mg"),
      dosage: topic("1 aamulla"),
      purpose: topic("Verenpaine"),
    }),
  ]);
  if (answer.status !== 200) throw new Error(`the records were not taken: ${answer.status}`);
}
