import { useText } from "@kajo/shared/i18n";
import { Button, Card, Spinner } from "@kajo/shared/ui";
import { lazy, Suspense, useState } from "react";

const Check = lazy(async () => ({ default: (await import("./Check")).Check }));

/** Lets one see and hear before a remote appointment that camera and microphone work; they are opened when one asks, and closed with it. */
export function DeviceCheck() {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <section aria-labelledby="check-title">
      <Card>
        <h2 id="check-title">{t("online.check")}</h2>
        <p>{t("online.check.text")}</p>
        <div>
          <Button kind="secondary" onPress={() => setOpen(!isOpen)}>
            {t(isOpen ? "online.check.stop" : "online.check.start")}
          </Button>
        </div>
        {isOpen ? (
          <Suspense fallback={<Spinner />}>
            <Check />
          </Suspense>
        ) : null}
      </Card>
    </section>
  );
}
