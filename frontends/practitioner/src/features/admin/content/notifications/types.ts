/** The kinds of notifications whose words administrators write, by the names that addresses have for their templates (NAV-21). */
import type { PlainId } from "@kajo/shared/i18n";
import type { NotificationKindJson } from "@kajo/shared/rpc";
import {
  BellRing,
  BookOpen,
  CalendarCheck,
  CalendarClock,
  CalendarPlus,
  CalendarX,
  ClipboardList,
  FlaskConical,
  ListTodo,
  type LucideIcon,
  MessageCircle,
  Pill,
} from "lucide-react";

interface TemplateShape {
  readonly kind: NotificationKindJson;
  readonly title: PlainId;
  /** When residents are told it. */
  readonly text: PlainId;
  readonly icon: LucideIcon;
}

const templateTypes = {
  "template-message": {
    kind: "NOTIFICATION_KIND_MESSAGE",
    title: "notificationTemplates.message.title",
    text: "notificationTemplates.message.text",
    icon: MessageCircle,
  },
  "template-customer-task": {
    kind: "NOTIFICATION_KIND_CUSTOMER_TASK",
    title: "notificationTemplates.customerTask.title",
    text: "notificationTemplates.customerTask.text",
    icon: ListTodo,
  },
  "template-appointment-booked": {
    kind: "NOTIFICATION_KIND_APPOINTMENT_BOOKED",
    title: "notificationTemplates.appointmentBooked.title",
    text: "notificationTemplates.appointmentBooked.text",
    icon: CalendarCheck,
  },
  "template-appointment-moved": {
    kind: "NOTIFICATION_KIND_APPOINTMENT_MOVED",
    title: "notificationTemplates.appointmentMoved.title",
    text: "notificationTemplates.appointmentMoved.text",
    icon: CalendarClock,
  },
  "template-appointment-cancelled": {
    kind: "NOTIFICATION_KIND_APPOINTMENT_CANCELLED",
    title: "notificationTemplates.appointmentCancelled.title",
    text: "notificationTemplates.appointmentCancelled.text",
    icon: CalendarX,
  },
  "template-appointment-reminder": {
    kind: "NOTIFICATION_KIND_APPOINTMENT_REMINDER",
    title: "notificationTemplates.appointmentReminder.title",
    text: "notificationTemplates.appointmentReminder.text",
    icon: BellRing,
  },
  "template-recommendation": {
    kind: "NOTIFICATION_KIND_RECOMMENDATION",
    title: "notificationTemplates.recommendation.title",
    text: "notificationTemplates.recommendation.text",
    icon: CalendarPlus,
  },
  "template-survey": {
    kind: "NOTIFICATION_KIND_SURVEY",
    title: "notificationTemplates.survey.title",
    text: "notificationTemplates.survey.text",
    icon: ClipboardList,
  },
  "template-content": {
    kind: "NOTIFICATION_KIND_CONTENT",
    title: "notificationTemplates.content.title",
    text: "notificationTemplates.content.text",
    icon: BookOpen,
  },
  "template-lab-result": {
    kind: "NOTIFICATION_KIND_LAB_RESULT",
    title: "notificationTemplates.labResult.title",
    text: "notificationTemplates.labResult.text",
    icon: FlaskConical,
  },
  "template-prescription": {
    kind: "NOTIFICATION_KIND_PRESCRIPTION",
    title: "notificationTemplates.prescription.title",
    text: "notificationTemplates.prescription.text",
    icon: Pill,
  },
} as const satisfies Readonly<Record<string, TemplateShape>>;

export type TemplateName = keyof typeof templateTypes;

/** In the order of the page. */
export const templateNames = Object.keys(templateTypes) as readonly TemplateName[];

export const typeOf = (name: TemplateName): TemplateShape => templateTypes[name];

export const isTemplateName = (name: unknown): name is TemplateName =>
  typeof name === "string" && Object.hasOwn(templateTypes, name);
