import { useFailureLine, useFieldText } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import { Banner, Switch } from "@kajo/shared/ui";
import type { Push } from "./api";
import type { ThisBrowser } from "./browser";
import styles from "./Push.module.css";
import { type Problem, useSwitch } from "./use-switch";

interface ThisDeviceProps {
  readonly push: Push;
  readonly browser: ThisBrowser;
  readonly lookAgain: () => Promise<void>;
}

/** The switch of this device, or why there is none. */
export function ThisDevice(props: ThisDeviceProps) {
  const t = useText();
  if (!props.push.publicKey) return <p>{t("push.notOffered")}</p>;
  if (props.browser.can === "homeScreen") return <HomeScreen />;
  if (props.browser.can === "nothing") return <p>{t("push.unsupported")}</p>;
  return <OwnSwitch {...props} />;
}

function OwnSwitch({ push, browser, lookAgain }: ThisDeviceProps) {
  const t = useText();
  const { isOn, doing, problem, press } = useSwitch(push, browser, lookAgain);
  const isDenied = browser.permission === "denied";
  const state = isOn ? "push.on" : isDenied ? "push.off.denied" : "push.off";
  return (
    <>
      <Switch
        hint={t(doing ? "push.wait" : state)}
        isSelected={doing ? doing !== "off" : isOn}
        label={t("push.switch")}
        onChange={press}
      />
      {doing === "asking" ? (
        <Banner announce="polite" tone="info">
          {t("push.asking")}
        </Banner>
      ) : null}
      {problem ? <WhyNot problem={problem} /> : null}
      {isDenied && !problem ? (
        <Banner announce="polite" tone="warning">
          {t("push.denied")}
        </Banner>
      ) : null}
      <p>{t("push.night")}</p>
    </>
  );
}

function WhyNot({ problem }: { readonly problem: Problem }) {
  const t = useText();
  const failureLine = useFailureLine();
  const fieldText = useFieldText();
  if (problem.why === "unanswered") {
    return (
      <Banner announce="polite" tone="info">
        {t("push.unanswered")}
      </Banner>
    );
  }
  return (
    <Banner announce="alert" tone="danger">
      {problem.why === "service"
        ? t("push.service")
        : // That the platform does not know the browser's push service is told of its address.
          (fieldText(problem.error, "endpoint") ?? failureLine(problem.error))}
    </Banner>
  );
}

function HomeScreen() {
  const t = useText();
  return (
    <>
      <p>{t("push.homeScreen")}</p>
      <ol className={styles.steps}>
        <li>{t("push.homeScreen.share")}</li>
        <li>{t("push.homeScreen.add")}</li>
        <li>{t("push.homeScreen.open")}</li>
      </ol>
    </>
  );
}
