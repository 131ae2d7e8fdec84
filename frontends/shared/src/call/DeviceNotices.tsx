import { useText } from "../i18n";
import { Banner, Button, VisuallyHidden } from "../ui";
import { failureWords } from "./device-words";
import type { Unplugged } from "./local-media";
import type { MediaKind } from "./transport";
import type { Devices } from "./use-devices";

export interface DeviceProblemProps {
  readonly kind: MediaKind;
  readonly devices: Devices;
}

/** Why a camera or a microphone that is wanted is not there, what to do, and to try it again. */
export function DeviceProblem({ kind, devices }: DeviceProblemProps) {
  const t = useText();
  const { failure } = devices[kind];
  if (!failure) return null;
  return (
    <Banner
      action={
        failure === "unsupported" ? undefined : (
          <Button kind="secondary" onPress={() => devices.retry(kind)} small>
            {t("errors.retry")}
          </Button>
        )
      }
      announce="polite"
      tone="warning"
    >
      {t(failureWords[kind][failure])}
    </Banner>
  );
}

/** Says that something was unplugged and what is used instead, to those who see it and those who do not. */
export function UnpluggedNotice({ unplugged }: { readonly unplugged: Unplugged | undefined }) {
  const t = useText();
  const words = () => {
    if (!unplugged) return "";
    const { kind, instead } = unplugged;
    if (instead !== undefined) {
      return kind === "video"
        ? t("call.camera.unplugged.instead", { label: instead })
        : t("call.microphone.unplugged.instead", { label: instead });
    }
    return kind === "video" ? t("call.camera.unplugged") : t("call.microphone.unplugged");
  };
  return (
    <>
      <VisuallyHidden role="status">{words()}</VisuallyHidden>
      {unplugged ? (
        <div aria-hidden="true">
          <Banner tone="info">{words()}</Banner>
        </div>
      ) : null}
    </>
  );
}
