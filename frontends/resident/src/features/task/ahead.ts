import type { Ask, Going } from "@kajo/shared/app";
import { taskApi } from "./api";

export function ahead(ask: Ask, { params: { taskId = "" } }: Going): void {
  void ask(taskApi.endpoints.getMyCustomerTask.initiate({ customerTaskId: taskId }));
}
