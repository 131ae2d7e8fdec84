import { useText } from "../i18n";
import { Button, Codes } from "../ui";
import { ErrorPage } from "./ErrorPage";
import styles from "./pages.module.css";
import { UnreachedPage } from "./UnreachedPage";

export interface UnexpectedErrorPageProps {
  /** As `codeOf` says it: none of what could not be fetched. */
  readonly code: string | undefined;
  /** What did not happen, where that is known. */
  readonly failed?: string | undefined;
}

/** Full loads on purpose: after an error nobody expected, the state of the app is not to be trusted. */
export function UnexpectedErrorPage({ code, failed }: UnexpectedErrorPageProps) {
  const t = useText();
  if (code === undefined) return <UnreachedPage />;
  return (
    <ErrorPage
      action={<Button onPress={() => window.location.reload()}>{t("errors.reload")}</Button>}
      title={t("errors.unexpected.title")}
    >
      {failed ? <p>{failed}</p> : null}
      <p>{t("errors.unexpected.text")}</p>
      <p className={styles.code}>
        <Codes>{t("errors.code", { code })}</Codes>
      </p>
    </ErrorPage>
  );
}
