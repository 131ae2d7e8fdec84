import { QueryView } from "@kajo/shared/patterns";
import { useParams } from "@tanstack/react-router";
import { useGetServiceContentQuery } from "./api";
import { ContentEditor } from "./ContentEditor";

export function NewContentPage() {
  return <ContentEditor content={undefined} />;
}

export function ContentPage() {
  const { id = "" } = useParams({ strict: false }) as { readonly id?: string };
  return (
    <QueryView key={id} page query={useGetServiceContentQuery({ serviceContentId: id })}>
      {({ serviceContent }) => <ContentEditor content={serviceContent} />}
    </QueryView>
  );
}
