import { LoadFailed } from "@kajo/shared/errors";
import { type PlainId, useText } from "@kajo/shared/i18n";
import { LinkTile, LinkTiles, Stack } from "@kajo/shared/ui";
import type { ReactNode } from "react";
import { useListDocumentsQuery } from "./api";
import { DocumentState } from "./DocumentState";
import { type DocumentName, typeOf } from "./types";

const announcements = ["announcement-important", "announcement-info", "critical-announcement"] as const;
const legal = ["privacy-policy", "accessibility", "cookies"] as const;

/** The documents in their groups, with how far each is; `legalFirst` stands before the other legal pages. */
export function DocumentTiles({ legalFirst }: { readonly legalFirst: ReactNode }) {
  const { error, refetch } = useListDocumentsQuery({});
  return (
    <Stack gap="l">
      {error ? <LoadFailed error={error} onRetry={() => void refetch()} /> : null}
      <Group names={announcements} title="documents.group.announcements" />
      <Group names={["landing-page"]} title="documents.group.landing" />
      <Group names={legal} title="documents.group.legal">
        {legalFirst}
      </Group>
    </Stack>
  );
}

interface GroupProps {
  readonly title: PlainId;
  readonly names: readonly DocumentName[];
  /** A LinkTile. */
  readonly children?: ReactNode;
}

function Group({ title, names, children }: GroupProps) {
  const t = useText();
  return (
    <LinkTiles title={t(title)}>
      {children}
      {names.map((name) => (
        <Tile key={name} name={name} />
      ))}
    </LinkTiles>
  );
}

function Tile({ name }: { readonly name: DocumentName }) {
  const t = useText();
  const { kind, title, text, icon } = typeOf(name);
  const kept = useListDocumentsQuery({}).data?.documents?.find((each) => each.kind === kind);
  return (
    <LinkTile
      icon={icon}
      search={{ contentName: name }}
      tag={kept ? <DocumentState {...kept} /> : undefined}
      text={t(text)}
      title={t(title)}
      to="/admin/content-management"
    />
  );
}
