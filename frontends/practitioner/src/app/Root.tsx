import { Frame } from "@kajo/shared/app";
import { useText } from "@kajo/shared/i18n";
import { useLive } from "@kajo/shared/live";
import { useGetSessionQuery } from "@kajo/shared/session";
import { Link, Outlet } from "@tanstack/react-router";
import { useListWorkContextsQuery } from "../features/work-context/api";
import { WorkPlace } from "../features/work-context/WorkPlace";
import { practitionerLanguages } from "./languages";

export function Root() {
  const t = useText();
  const { data: session } = useGetSessionQuery();
  const { data: contexts } = useListWorkContextsQuery({}, { skip: session === undefined });
  // Live updates are for who works somewhere: before the choice there is nothing to be told of.
  useLive(session !== undefined && Boolean(contexts?.roleId && contexts.locationId));
  return (
    <Frame
      aside={session ? <WorkPlace /> : undefined}
      languages={practitionerLanguages}
      navigation={session ? <Link to="/inbox">{t("nav.inbox")}</Link> : undefined}
      wide
    >
      <Outlet />
    </Frame>
  );
}
