import { Frame } from "@kajo/shared/app";
import { useText } from "@kajo/shared/i18n";
import { useLive } from "@kajo/shared/live";
import { useGetSessionQuery } from "@kajo/shared/session";
import { Link, Outlet } from "@tanstack/react-router";
import { residentLanguages } from "./languages";

export function Root() {
  const t = useText();
  const { data: session } = useGetSessionQuery();
  useLive(session !== undefined);
  const navigation = session ? (
    <>
      <Link activeOptions={{ exact: true }} to="/">
        {t("nav.home")}
      </Link>
      <Link to="/inbox">{t("nav.inbox")}</Link>
    </>
  ) : undefined;
  return (
    <Frame languages={residentLanguages} navigation={navigation}>
      <Outlet />
    </Frame>
  );
}
