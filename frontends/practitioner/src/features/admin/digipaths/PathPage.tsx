import { QueryView } from "@kajo/shared/patterns";
import { Navigate, useParams } from "@tanstack/react-router";
import { useGetPathQuery } from "./api";
import { PathEditor } from "./build/PathEditor";
import { editors, kindOf, type PathKind } from "./editors";

export function NewBlockPathPage() {
  return <PathEditor kind="PATH_KIND_BLOCKS" path={undefined} />;
}

export function NewEventPathPage() {
  return <PathEditor kind="PATH_KIND_EVENTS" path={undefined} />;
}

export function BlockPathPage() {
  return <OnePath kind="PATH_KIND_BLOCKS" />;
}

export function EventPathPage() {
  return <OnePath kind="PATH_KIND_EVENTS" />;
}

/** A path in the editor of its kind, whichever of the two somebody was led to. */
function OnePath({ kind }: { readonly kind: PathKind }) {
  const { id = "" } = useParams({ strict: false }) as { readonly id?: string };
  return (
    <QueryView key={id} page query={useGetPathQuery({ pathId: id })}>
      {({ path }) => {
        const own = kindOf(path?.details?.kind);
        if (own !== kind) return <Navigate params={{ id }} replace to={editors[own].one} />;
        return <PathEditor kind={kind} path={path} />;
      }}
    </QueryView>
  );
}
