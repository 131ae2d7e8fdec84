import { hasEdit } from "@kajo/shared/drafts";
import { asFailure, useFailureLine } from "@kajo/shared/errors";
import { dateTimeText, dayText, dotted, localized, useLanguage, useText } from "@kajo/shared/i18n";
import { List, type Listed } from "@kajo/shared/patterns";
import { known, type WithholdingGroundJson } from "@kajo/shared/rpc";
import { Banner, Button, StatusTag, useToast } from "@kajo/shared/ui";
import { useState } from "react";
import { InPlace } from "../editing/InPlace";
import { useInPlace } from "../editing/use-in-place";
import styles from "./AccessLog.module.css";
import type { Entry } from "./entries";
import { groundTexts, WithholdForm, withholdName } from "./WithholdForm";

interface Decided {
  readonly entryId: string;
  readonly ground: WithholdingGroundJson;
  readonly reason: string;
}

export interface AccessLogProps extends Listed<Entry> {
  /** Whose data they are: on whose behalf representatives acted. */
  readonly representedName: string;
  /** Both answer with what stood in the way. */
  readonly onWithhold: (decided: Decided) => Promise<unknown>;
  readonly onShow: (entryId: string) => Promise<unknown>;
}

/** Who has looked at a person's data, for the responsible user, who may withhold an entry from that person (Act 703/2023, section 11). */
export function AccessLog({ onWithhold, onShow, representedName, ...listed }: AccessLogProps) {
  const t = useText();
  const hasOwn = listed.items?.some(({ mayWithhold }) => !mayWithhold);
  return (
    <List
      {...listed}
      counted={(n) => t("accessLog.count", { n })}
      heading={hasOwn ? <p>{t("accessLog.text.own")}</p> : undefined}
      itemKey={({ id }) => id}
      label={t("accessLog.title")}
      renderItem={(entry) => (
        <Row entry={entry} onShow={onShow} onWithhold={onWithhold} representedName={representedName} />
      )}
    />
  );
}

interface RowProps extends Pick<AccessLogProps, "onWithhold" | "onShow" | "representedName"> {
  readonly entry: Entry;
}

function Row({ entry, onWithhold, onShow, representedName }: RowProps) {
  const t = useText();
  const language = useLanguage();
  const toast = useToast();
  const failureLine = useFailureLine();
  const [failure, setFailure] = useState<unknown>();
  const { isOpen, open, close, button } = useInPlace(hasEdit(withholdName(entry.id)));
  const { id, at, name, isRepresentative, role, location, what, ground, withheld, reason, mayWithhold } = entry;
  const representative = representedName
    ? t("accessLog.representative.of", { name: representedName })
    : t("accessLog.representative");
  const as = isRepresentative ? representative : localized(language, role);
  const action = t(withheld ? "accessLog.show" : "accessLog.withhold");
  const forget = () => setFailure(undefined);
  const shown = async () => {
    const error = await onShow(id);
    setFailure(error);
    if (!error) toast("success", t("accessLog.shown"));
  };
  const kept = async (decided: Omit<Decided, "entryId">) => {
    const error = await onWithhold({ entryId: id, ...decided });
    setFailure(error);
    return error;
  };
  const done = () => {
    close();
    toast("success", t("accessLog.withheld.done"));
  };
  return (
    <article className={styles.entry}>
      <div className={styles.head}>
        <p className={styles.who}>{name || as}</p>
        <time className={styles.where} dateTime={at}>
          {dateTimeText(language, new Date(at))}
        </time>
      </div>
      <p className={styles.where}>{[name ? as : "", location].filter(Boolean).join(", ")}</p>
      <p>{[t(what), ground ? t("accessLog.ground", { ground: t(ground) }) : ""].filter(Boolean).join(" ")}</p>
      {withheld ? (
        <div className={styles.withheld}>
          <div>
            <StatusTag tone="warning">{t("accessLog.withheld")}</StatusTag>
          </div>
          <p>{t(known(groundTexts, withheld.ground ?? "WITHHOLDING_GROUND_UNSPECIFIED") ?? "unknown.value")}</p>
          <p>{t("accessLog.withheld.reason", { reason })}</p>
          <p className={styles.where}>
            {t("accessLog.withheld.decided", { day: dayText(language, new Date(withheld.decidedAt ?? "")) })}
          </p>
        </div>
      ) : null}
      {failure && !isOpen ? (
        <Banner announce="alert" tone="danger">
          {failureLine(asFailure(failure))}
        </Banner>
      ) : null}
      {mayWithhold ? null : (
        <div>
          <StatusTag tone="neutral">{t("accessLog.own")}</StatusTag>
        </div>
      )}
      {isOpen && mayWithhold ? (
        <div className={styles.deciding}>
          <InPlace>
            <WithholdForm
              entryId={id}
              failure={failure}
              onCancel={() => {
                forget();
                close();
              }}
              onChange={forget}
              onDone={done}
              onSubmit={kept}
            />
          </InPlace>
        </div>
      ) : null}
      {mayWithhold && !isOpen ? (
        <div>
          <Button
            aria-label={dotted(action, name || as, dateTimeText(language, new Date(at)))}
            kind="secondary"
            onPress={() => {
              forget();
              if (withheld) void shown();
              else open();
            }}
            ref={button}
            small
          >
            {action}
          </Button>
        </div>
      ) : null}
    </article>
  );
}
