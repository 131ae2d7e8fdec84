import { useState } from "react";
import { useSelector } from "react-redux";
import { useFailureLine } from "../../errors";
import { useText } from "../../i18n";
import { isUnkept, useSignIn } from "../../session";
import { Banner, Button } from "../../ui";
import { useRoutePolicy } from "../route-policy";
import type { AppState } from "../store";

/** What concerns the whole app: the session is over, live updates do not come in. */
export function Notices() {
  const t = useText();
  const { lost, endedElsewhere } = useSelector((state: AppState) => state.session);
  const live = useSelector((state: AppState) => state.live.state);
  if (lost) return <Lost isEndedElsewhere={endedElsewhere === true} />;
  if (live !== "lost") return null;
  return (
    <Banner announce="polite" tone="info">
      {t("live.lost")}
    </Banner>
  );
}

const lostTexts = {
  here: { kept: "session.lost", unkept: "session.lost.unkept", untouched: "session.over" },
  elsewhere: {
    kept: "session.lost.elsewhere",
    unkept: "session.lost.elsewhere.unkept",
    untouched: "session.ended.elsewhere",
  },
} as const;

function Lost({ isEndedElsewhere }: { readonly isEndedElsewhere: boolean }) {
  const t = useText();
  const failureLine = useFailureLine();
  const { signIn, busy, failure } = useSignIn();
  const { access } = useRoutePolicy();
  // The page that it was typed in goes in the same moment, unless it is everybody's: there one goes on as nobody.
  const [typed] = useState<"kept" | "unkept" | "untouched">(() =>
    isUnkept() ? (access === "everybody" ? "untouched" : "unkept") : "kept",
  );
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
      {failure ? failureLine(failure) : t(lostTexts[isEndedElsewhere ? "elsewhere" : "here"][typed])}
    </Banner>
  );
}
