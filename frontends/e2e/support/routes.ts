/** The routes of the specification (section 2), written down here once more: the apps are held against them. */
import type { Page } from "playwright-core";
import type { Visit } from "./browser";
import { choose } from "./people";
import { residentUrl } from "./stack";

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

const id = "0190f5a0-0000-7000-8000-000000000001";

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
  `/applications/${id}`,
  "/book-appointment",
  `/appointment/${id}/cancel`,
  `/appointment/${id}/preparation-instructions`,
  "/chat",
  `/triage/${id}`,
  "/inbox",
  "/inbox/new",
  "/events",
  `/events/labresults/${id}`,
  `/events/prescriptions/${id}`,
  `/events/transcript/${id}`,
  `/task/${id}`,
  `/content/${id}`,
  "/surveys",
  "/surveys/omavointi",
  "/online-encounter",
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
    `/${formsWord[language]}`,
    ...(language === "smn" ? [`/surveys/omavointi/${id}`] : []),
    `/inbox/category/${found.category}/none/messages`,
    `/inbox/category/${found.category}/${found.subcategory}/messages`,
    `/inbox/conversation/${found.conversation}/messages`,
    `/inbox/conversation/${found.conversation}/message-sent`,
  ].map((path) => `/${language}${path}`);
}

export interface FoundInbox {
  readonly category: string;
  readonly subcategory: string;
  readonly conversation: string;
}

/** Walks to a form and a conversation, and answers with the ids in their addresses. */
export async function findInbox(page: Page): Promise<FoundInbox> {
  await page.goto(`${residentUrl}/fi/inbox`);
  await page.getByRole("list", { name: "Omat keskustelut" }).getByRole("link").first().click();
  await page.waitForURL(/\/conversation\//);
  const conversation = page.url().split("/").at(-2) ?? "";
  await page.goto(`${residentUrl}/fi/inbox/new`);
  await choose(page, /Palvelualue/, /Lehtola/);
  await page.getByText("Terveysasema").first().click();
  await page.getByText("Kysymys hoitajalle").first().click();
  await page.getByRole("textbox", { name: /Aihe/ }).waitFor();
  const [subcategory = "", category = ""] = page.url().split("/").slice(-3, -1).reverse();
  return { category, subcategory, conversation };
}

/** The same by a visitor who comes for nothing else. */
export async function findInboxOnce(enter: () => Promise<Visit>): Promise<FoundInbox> {
  const { page, context } = await enter();
  const found = await findInbox(page);
  await context.close();
  return found;
}

/** Routes of professionals, without language. */
export const workRoutes = [
  "/",
  "/desktop",
  "/chat",
  "/inbox",
  "/patient",
  "/patient/new",
  "/appointments",
  "/appointments/new",
  `/appointments/${id}`,
  `/surveys/${id}/responses/${id}/${id}?activeConversationId=${id}`,
  "/work-context",
  "/sessions",
  "/settings",
];

export const adminRoutes = [
  "/admin",
  "/admin/lookup-alerts",
  "/admin/careteam-management",
  "/admin/careteam-management/new",
  "/admin/chat",
  "/admin/chat/new",
  `/admin/chat/${id}`,
  "/admin/chat/schedule",
  "/admin/content-management",
  "/admin/content-management?contentName=terms-and-conditions",
  "/admin/digipaths",
  "/admin/digipaths/v2",
  "/admin/feature-flags",
  "/admin/iam/access-explanation",
  "/admin/iam/location-management",
  "/admin/iam/location-management/new",
  "/admin/iam/role-management",
  "/admin/iam/role-management/new",
  "/admin/landing-page",
  "/admin/markdown",
  "/admin/icons",
  "/admin/service-information",
  "/admin/surveys",
  "/admin/surveys/access",
  "/admin/inbox/categories",
  "/admin/inbox/categories/new",
  `/admin/inbox/categories/${id}/edit`,
  `/admin/inbox/categories/${id}/subcategories/new`,
  `/admin/inbox/categories/${id}/subcategories/${id}/edit`,
  "/admin/tasks/service-categories",
  "/admin/tasks/service-categories/new",
  `/admin/tasks/service-categories/${id}/edit`,
  `/admin/tasks/service-categories/${id}/task-queues/new`,
  `/admin/tasks/service-categories/${id}/task-queues/${id}/edit`,
];

/** Texts of the not-found page: a route that is missing would show one of them. */
export const notFound =
  /Sivua ei löydy|Page not found|Sidan hittades inte|Siidu ii gávdno|Sijđo ij kavnuu|Tät seidd ij kaunnu/i;
