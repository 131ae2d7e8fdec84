import type { Ask, Going } from "@kajo/shared/app";
import { appointmentsApi } from "./api";

const { searchBookable, listMyRecommendations, getMyAppointment } = appointmentsApi.endpoints;

export function ahead(ask: Ask, { params: { appointmentId } }: Going): void {
  if (appointmentId) {
    void ask(getMyAppointment.initiate({ appointmentId }));
    return;
  }
  void ask(searchBookable.initiate({}));
  void ask(listMyRecommendations.initiate({}));
}
