/** Tasks of patients without pages, for tests that are about where they stand. */
import type { APIRequestContext } from "playwright-core";
import { TaskDueUnit } from "../../shared/src/rpc/gen/kajo/conversations/v1/category_admin_pb";
import { CustomerTaskService } from "../../shared/src/rpc/gen/kajo/conversations/v1/customer_task_pb";
import { keepWritten } from "./privacy/record";
import { call } from "./rpc";
import { practitionerUrl, residentUrl } from "./stack";

const { listTaskQueues, activateCustomerTask, withdrawCustomerTask, markMyCustomerTaskDone } =
  CustomerTaskService.method;

/** A professional gives a task to a patient whom they have opened, which the patient marks done; its id. */
export async function giveTask(http: APIRequestContext, patientId: string, title: string): Promise<string> {
  keepWritten([title]);
  const { queues } = await call(http, practitionerUrl, listTaskQueues, {});
  const queue = queues.find(({ patientMarksDone }) => patientMarksDone);
  if (!queue) throw new Error("there is no queue of tasks that patients mark done");
  const { customerTaskId } = await call(http, practitionerUrl, activateCustomerTask, {
    patientId,
    subcategoryId: queue.subcategoryId,
    title,
    instruction: "Mittaa verenpaine aamuin illoin.",
    due: { unit: TaskDueUnit.WEEKS, amount: 2 },
  });
  return customerTaskId;
}

/** The patient does it. */
export async function finishTask(http: APIRequestContext, customerTaskId: string): Promise<void> {
  await call(http, residentUrl, markMyCustomerTaskDone, { customerTaskId });
}

/** The professional takes it back. */
export async function withdrawTask(http: APIRequestContext, customerTaskId: string): Promise<void> {
  await call(http, practitionerUrl, withdrawCustomerTask, { customerTaskId });
}
