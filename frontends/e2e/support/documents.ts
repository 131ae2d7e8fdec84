/** Documents, which everybody sees: published and taken back without pages. */
import type { MessageInitShape } from "@bufbuild/protobuf";
import type { APIRequestContext } from "playwright-core";
import {
  type Document,
  type DocumentDetailsSchema,
  DocumentService,
} from "../../shared/src/rpc/gen/kajo/content/v1/document_pb";
import { DocumentKind } from "../../shared/src/rpc/gen/kajo/content/v1/published_document_pb";
import { visit } from "./browser";
import { signIn } from "./http";
import { call } from "./rpc";
import { practitionerUrl } from "./stack";

type Details = MessageInitShape<typeof DocumentDetailsSchema>;

/** What may have nothing in it. */
const vanishing = [
  DocumentKind.LANDING_PAGE,
  DocumentKind.ANNOUNCEMENT_IMPORTANT,
  DocumentKind.ANNOUNCEMENT_INFO,
  DocumentKind.CRITICAL_ANNOUNCEMENT,
] as const;

const fields = ["fi", "sv", "en", "sme", "smn", "sms"];

/** A document as who administers it has it, written or not. */
export async function documentOf(http: APIRequestContext, kind: DocumentKind): Promise<Document> {
  const { listDocuments, getDocument } = DocumentService.method;
  const { documents } = await call(http, practitionerUrl, listDocuments, {});
  const documentId = documents.find((each) => each.kind === kind)?.documentId ?? "";
  const { document } = await call(http, practitionerUrl, getDocument, { documentId });
  if (!document) throw new Error(`there is no document of the kind ${DocumentKind[kind]}`);
  return document;
}

/** Puts words in force, in all languages: one that is left out is emptied. */
export async function publishDocument(http: APIRequestContext, kind: DocumentKind, details: Details): Promise<void> {
  const { documentId, version } = await documentOf(http, kind);
  await call(http, practitionerUrl, DocumentService.method.publishDocument, { documentId, version, details, fields });
}

/** Puts the words of an earlier version in force again; a draft beside them is given up. */
export async function putBack(http: APIRequestContext, kind: DocumentKind, publishedVersion: number): Promise<void> {
  const { rollBackDocument } = DocumentService.method;
  const before = await documentOf(http, kind);
  const { documentId } = before;
  if (before.publishedVersion !== publishedVersion)
    await call(http, practitionerUrl, rollBackDocument, { documentId, version: before.version, publishedVersion });
  const { hasDraft, version, publishedVersion: inForce } = await documentOf(http, kind);
  if (hasDraft) await call(http, practitionerUrl, rollBackDocument, { documentId, version, publishedVersion: inForce });
}

/** Nobody sees or goes on with what a test wrote: announcements and the start page have nothing in them. */
export async function emptyAll(http: APIRequestContext): Promise<void> {
  for (const kind of vanishing) {
    const { publishedVersion, publishedEmpty, hasDraft } = await documentOf(http, kind);
    if (publishedEmpty) await putBack(http, kind, publishedVersion);
    else if (hasDraft || publishedVersion > 0) await publishDocument(http, kind, {});
  }
}

/** Does something as who keeps the system, with no page. */
export async function asAdministrator<T>(work: (http: APIRequestContext) => Promise<T>): Promise<T> {
  const { context } = await visit();
  try {
    await signIn(context.request, practitionerUrl, "Paula");
    return await work(context.request);
  } finally {
    await context.close();
  }
}

/** An announcement in the languages that are published together; the title says which language it is. */
export function announcement(title: string): Details {
  const inLanguage = (language: string) => ({
    title: `${title} ${language}`,
    text: `Palvelu on **suljettu** huollon ajan (${language}).`,
    linkText: `Lue lisää ${language}`,
    linkUrl: `https://kajo.example/${language}/huolto`,
  });
  return { fi: inLanguage("fi"), sv: inLanguage("sv"), en: inLanguage("en") };
}
