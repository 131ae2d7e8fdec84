import type { Ask } from "@kajo/shared/app";
import { onlineApi } from "./api";

export function ahead(ask: Ask): void {
  void ask(onlineApi.endpoints.listMyRemoteAppointments.initiate({}));
}
