import { useEffect, useState } from "react";
import { useText } from "../i18n";
import { Button } from "../ui";
import { ErrorPage } from "./ErrorPage";
import { useFailureText } from "./message";
import { loadAnew, unreached } from "./unfetched";

/** A page that was loaded less than this ago would fail in the same way again, in milliseconds. */
const freshMs = 10_000;

/** In place of a page that could not be fetched. It comes by itself when the service can be reached again. */
export function UnreachedPage() {
  const t = useText();
  const failureText = useFailureText();
  const [tries, setTries] = useState(0);
  const retry = async () => {
    if (!(await loadAnew())) setTries((count) => count + 1);
  };
  useEffect(() => {
    const again = () => void loadAnew();
    if (performance.now() > freshMs) again();
    window.addEventListener("online", again);
    return () => window.removeEventListener("online", again);
  }, []);
  return (
    <ErrorPage
      action={<Button onPress={() => void retry()}>{t("errors.retry")}</Button>}
      title={t("errors.page.title")}
    >
      {/* Said anew each time. */}
      <p key={tries}>{failureText(unreached)}</p>
    </ErrorPage>
  );
}
