import { useSelector } from "react-redux";
import { useFailureLine } from "../../errors";
import { useText } from "../../i18n";
import { useSignIn } from "../../session";
import { Banner, Button } from "../../ui";
import type { AppState } from "../store";

/** What concerns the whole app: the session is over, live updates do not come in. */
export function Notices() {
  const t = useText();
  const { lost, endedElsewhere } = useSelector((state: AppState) => state.session);
  const live = useSelector((state: AppState) => state.live.state);
  const failureLine = useFailureLine();
  const { signIn, busy, failure } = useSignIn();
  if (lost) {
    const again = () => void signIn(window.location.pathname + window.location.search);
    return (
      <Banner
        action={
          <Button isPending={busy} onPress={again} small>
            {t("session.signInAgain")}
          </Button>
        }
        announce="alert"
        tone="warning"
      >
        {failure ? failureLine(failure) : t(endedElsewhere ? "session.lost.elsewhere" : "session.lost")}
      </Banner>
    );
  }
  if (live !== "lost") return null;
  return (
    <Banner announce="polite" tone="info">
      {t("live.lost")}
    </Banner>
  );
}
