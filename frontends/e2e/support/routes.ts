/** The routes that the product promises (NAV-01), written down here once more: the apps are held against them. */
import type { BrowserContext } from "playwright-core";
import { anyContent, anyForm, anyHealthRecords, anySurvey, anyTask, newestConversation, nursesTopic } from "./rpc";

export const residentLanguages = ["fi", "en", "sv", "sme", "smn", "sms"] as const;
export const practitionerLanguages = ["fi", "en", "sv"] as const;

/** `<html lang>` of a language of ours. */
export const htmlLang = (language: string) => (language === "sme" ? "se" : language);

/** Anonymous forms have a word of their own in each language. */
export const formsWord = {
  fi: "lomakkeet",
  en: "forms",
  sv: "enkater",
  sme: "lomakkeet",
  smn: "lomakkeet",
  sms: "lomakkeet",
};

/** Of the demo: the tail of a form that anybody can send. */
const publicForm = "palaute";

const id = "0190f5a0-0000-7000-8000-000000000001";

/** Of the demo: a category of the inbox and one of tasks, each with a queue. */
const inboxCategory = "/admin/inbox/categories/478e38e2-77f5-53a6-b3b6-337814ee89b4";
const inboxQueue = "ba6a9551-5572-5fe8-bc4b-a1f9e613c40a";
const taskCategory = "/admin/tasks/service-categories/aafd2914-ba17-59d9-83cd-62e3738ea509";
const taskQueue = "956fec75-6ed4-58a2-875a-c29f501b8027";

/** Of the demo: a time that Eino has with Mikko. */
const appointment = "4b78b3d5-3dfe-56b4-8f54-0fec32cac71f";

/** Of the demo: a chat queue that is open day and night. */
const chatQueue = "bf0a2a37-94ba-5bb6-9b66-e658ab8e99db";

/** Of the demo: a chat queue in which symptoms are assessed first. */
export const askingQueue = "0b240eba-4fb7-53d3-96f1-32a2dbce2d60";

/** Of the demo: a content that is published in six languages. */
export const serviceContent = "07578782-a888-563b-b4ef-1253e11c14d0";

/** Of the demo: a survey about pain that is published. */
export const survey = "a4f0d178-c553-5472-9427-aaceafea2976";

/** Of the demo: an integration whose words wait. */
const contentIntegration = "1bb0b22d-5f36-58f9-a590-72d362fcbb8d";

/** Routes of residents that show the same to everybody, and those that need somebody signed in, without language. */
const residentRoutes = [
  "/",
  "/access-denied",
  "/access-denied/on-behalf",
  "/access-denied/on-behalf-failed",
  "/on-behalf",
  "/accessibility",
  "/privacy-policy",
  "/language",
  "/terms-and-conditions",
  "/terms-and-conditions/review",
  "/applications",
  "/book-appointment",
  `/appointment/${appointment}`,
  `/appointment/${appointment}/cancel`,
  `/appointment/${appointment}/preparation-instructions`,
  "/chat",
  `/triage/${askingQueue}`,
  "/inbox",
  "/inbox/new",
  "/events",
  "/surveys",
  "/surveys/omavointi",
  "/online-encounter",
  `/online-encounter/${appointment}`,
  "/user/profile",
  "/user/access-log",
  "/user/sessions",
  "/user/delete-account",
  "/mobile-profile",
  "/mobile-profile/about",
  "/mobile-profile/settings",
  "/onboarding/contact-info",
  "/onboarding/notifications",
  "/onboarding/service-area",
  "/onboarding/care-team",
  "/onboarding/terms-and-conditions",
  `/meetup/${id}`,
  "/cookies",
  "/feedback",
  "/settings",
  "/settings/notifications",
];

/** All routes of a resident in a language; `found` has ids of things that exist. */
export function residentPaths(language: (typeof residentLanguages)[number], found: FoundInbox): readonly string[] {
  return [
    ...residentRoutes,
    ...["", `/${publicForm}`, `/${publicForm}?step=questions`].map((form) => `/${formsWord[language]}${form}`),
    ...(found.survey ? ["", "?fill=true"].map((search) => `/surveys/omavointi/${found.survey}${search}`) : []),
    ...["", `?form=${found.form.queue}`, `?form=${found.form.queue}&step=questions`].map(
      (search) => `/applications/${found.form.category}${search}`,
    ),
    `/inbox/category/${found.category}/none/messages`,
    `/inbox/category/${found.category}/${found.subcategory}/messages`,
    `/inbox/conversation/${found.conversation}/messages`,
    `/inbox/conversation/${found.conversation}/message-sent`,
    `/task/${found.task}`,
    `/content/${found.content ?? id}`,
    `/events/labresults/${found.labResult ?? id}`,
    `/events/prescriptions/${found.prescription ?? id}`,
  ].map((path) => `/${language}${path}`);
}

export interface FoundInbox {
  readonly category: string;
  readonly subcategory: string;
  readonly conversation: string;
  readonly task: string;
  /** One of theirs; of who was never asked to answer any, none. */
  readonly survey: string | undefined;
  /** Theirs as well, if they have any. */
  readonly content: string | undefined;
  readonly labResult: string | undefined;
  readonly prescription: string | undefined;
  /** One that can be filled in, and where it stands. */
  readonly form: { readonly category: string; readonly queue: string };
}

/** Ids of what a resident who is signed in finds in their addresses. */
export async function findInbox({ request }: BrowserContext): Promise<FoundInbox> {
  const { categoryId, subcategoryId } = await nursesTopic(request);
  const [conversation, task, survey, content, records, form] = await Promise.all([
    newestConversation(request),
    anyTask(request),
    anySurvey(request),
    anyContent(request),
    anyHealthRecords(request),
    anyForm(request),
  ]);
  return { category: categoryId, subcategory: subcategoryId, conversation, task, survey, content, ...records, form };
}

/** Routes of professionals, without language. */
export const workRoutes = [
  "/",
  "/desktop",
  "/chat",
  "/inbox",
  "/inbox?compose=message",
  "/inbox?compose=consultation",
  "/patient",
  "/patient/new",
  "/appointments",
  "/appointments?view=remote",
  "/appointments/new",
  `/surveys/${id}/responses/${id}/${id}?activeConversationId=${id}`,
  "/work-context",
  "/sessions",
  "/settings",
];

/** Of who has the appointment of the demo. */
export const calendarRoutes = [`/appointments/${appointment}`, `/appointments/${appointment}/call`];

export const adminRoutes = [
  "/admin",
  "/admin/lookup-alerts",
  "/admin/careteam-management",
  "/admin/careteam-management/new",
  "/admin/chat",
  "/admin/chat/new",
  "/admin/chat/schedule",
  `/admin/chat/${chatQueue}`,
  "/admin/content-management",
  "/admin/content-management?contentName=terms-and-conditions",
  "/admin/content-management?contentName=template-appointment-reminder",
  "/admin/digipaths",
  "/admin/digipaths/new",
  "/admin/digipaths/v2",
  "/admin/digipaths/v2/new",
  "/admin/digipaths/categories",
  "/admin/digipaths/categories/new",
  "/admin/feature-flags",
  "/admin/iam/access-explanation",
  "/admin/iam/integrators",
  "/admin/iam/integrators/new",
  "/admin/iam/professionals",
  "/admin/iam/location-management",
  "/admin/iam/location-management/new",
  "/admin/iam/role-management",
  "/admin/iam/role-management/new",
  "/admin/landing-page",
  "/admin/markdown",
  "/admin/icons",
  "/admin/service-information",
  "/admin/service-information/categories",
  "/admin/service-information/categories/new",
  "/admin/service-information/services",
  "/admin/service-information/services/new",
  "/admin/service-information/searches",
  "/admin/service-information/searches/new",
  "/admin/service-information/schedules",
  "/admin/service-information/schedules/new",
  "/admin/service-information/roles",
  "/admin/service-information/roles/new",
  "/admin/service-information/remote",
  "/admin/service-information/contents",
  "/admin/service-information/contents/new",
  `/admin/service-information/contents/${serviceContent}`,
  "/admin/service-information/integrations",
  "/admin/service-information/integrations/new",
  `/admin/service-information/integrations/${contentIntegration}`,
  "/admin/surveys",
  "/admin/surveys/new",
  `/admin/surveys/${survey}`,
  "/admin/surveys/access",
  "/admin/inbox/categories",
  "/admin/inbox/categories/new",
  `${inboxCategory}/edit`,
  `${inboxCategory}/subcategories/new`,
  `${inboxCategory}/subcategories/${inboxQueue}/edit`,
  "/admin/tasks/service-categories",
  "/admin/tasks/service-categories/new",
  `${taskCategory}/edit`,
  `${taskCategory}/task-queues/new`,
  `${taskCategory}/task-queues/${taskQueue}/edit`,
];

/** Texts of the not-found page: a route that is missing would show one of them. */
export const notFound =
  /Sivua ei löydy|Page not found|Sidan hittades inte|Siidu ii gávdno|Sijđo ij kavnuu|Tät seidd ij kaunnu/i;
