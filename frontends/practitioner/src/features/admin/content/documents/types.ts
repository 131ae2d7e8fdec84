/** The documents that administrators write, by the names that addresses have for them (NAV-21). */
import type { AnnouncementKind } from "@kajo/shared/documents";
import type { PlainId } from "@kajo/shared/i18n";
import type { DocumentKindJson } from "@kajo/shared/rpc";
import { Cookie, Info, LayoutDashboard, type LucideIcon, Megaphone, PersonStanding, Shield, Siren } from "lucide-react";

export interface DocumentShape {
  readonly kind: DocumentKindJson;
  readonly title: PlainId;
  /** What it is for. */
  readonly text: PlainId;
  /** How it is filled in, and what becomes of it when it is empty. */
  readonly form: PlainId;
  readonly icon: LucideIcon;
  /** It is never published empty. */
  readonly isRequired?: true;
  /** Of an announcement; pages have none. */
  readonly tone?: AnnouncementKind;
}

const documentTypes = {
  "announcement-important": {
    kind: "DOCUMENT_KIND_ANNOUNCEMENT_IMPORTANT",
    title: "documents.important.title",
    text: "documents.important.text",
    form: "documents.form.announcement",
    icon: Megaphone,
    tone: "important",
  },
  "announcement-info": {
    kind: "DOCUMENT_KIND_ANNOUNCEMENT_INFO",
    title: "documents.info.title",
    text: "documents.info.text",
    form: "documents.form.announcement",
    icon: Info,
    tone: "info",
  },
  "critical-announcement": {
    kind: "DOCUMENT_KIND_CRITICAL_ANNOUNCEMENT",
    title: "documents.critical.title",
    text: "documents.critical.text",
    form: "documents.form.announcement",
    icon: Siren,
    tone: "critical",
  },
  "landing-page": {
    kind: "DOCUMENT_KIND_LANDING_PAGE",
    title: "documents.landing.title",
    text: "documents.landing.text",
    form: "documents.form.landing",
    icon: LayoutDashboard,
  },
  "privacy-policy": {
    kind: "DOCUMENT_KIND_PRIVACY_POLICY",
    title: "documents.privacy.title",
    text: "documents.privacy.text",
    form: "documents.form.legal",
    isRequired: true,
    icon: Shield,
  },
  accessibility: {
    kind: "DOCUMENT_KIND_ACCESSIBILITY",
    title: "documents.accessibility.title",
    text: "documents.accessibility.text",
    form: "documents.form.legal",
    isRequired: true,
    icon: PersonStanding,
  },
  cookies: {
    kind: "DOCUMENT_KIND_COOKIES",
    title: "documents.cookies.title",
    text: "documents.cookies.text",
    form: "documents.form.legal",
    isRequired: true,
    icon: Cookie,
  },
} as const satisfies Readonly<Record<string, DocumentShape>>;

export type DocumentName = keyof typeof documentTypes;

export const typeOf = (name: DocumentName): DocumentShape => documentTypes[name];

export const isDocumentName = (name: unknown): name is DocumentName =>
  typeof name === "string" && Object.hasOwn(documentTypes, name);
