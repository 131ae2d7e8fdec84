import { useFailureLine } from "@kajo/shared/errors";
import { dateTimeText, localized, useLanguage, useText } from "@kajo/shared/i18n";
import {
  known,
  type RecommendationJson,
  type RecommendationStateJson,
  unknownState,
  useIntent,
} from "@kajo/shared/rpc";
import { Button, ConfirmDialog, StatusTag, useToast } from "@kajo/shared/ui";
import { useState } from "react";
import { useWithdrawRecommendationMutation } from "./api";
import styles from "./Recommendations.module.css";

const states = {
  RECOMMENDATION_STATE_UNSPECIFIED: ["recommendation.state.active", "info"],
  RECOMMENDATION_STATE_ACTIVE: ["recommendation.state.active", "info"],
  RECOMMENDATION_STATE_USED: ["recommendation.state.used", "success"],
  RECOMMENDATION_STATE_WITHDRAWN: ["recommendation.state.withdrawn", "neutral"],
} as const satisfies Record<RecommendationStateJson, readonly [string, string]>;

/** A recommendation of a patient: for what, who gave it and how it stands. One that waits can be taken back. */
export function Recommended({ recommendation }: { readonly recommendation: RecommendationJson }) {
  const t = useText();
  const language = useLanguage();
  const [isAsked, setAsked] = useState(false);
  const { recommendationId = "", activatedAt, activatedByName: name } = recommendation;
  const [state, tone] = known(states, recommendation.state ?? "RECOMMENDATION_STATE_UNSPECIFIED") ?? unknownState;
  const service = localized(language, recommendation.service?.names) || t("recommendation.serviceUnknown");
  const when = activatedAt ? dateTimeText(language, new Date(activatedAt)) : "";
  return (
    <>
      <div className={styles.head}>
        <span className={styles.title}>{service}</span>
        <StatusTag tone={tone}>{t(state)}</StatusTag>
      </div>
      <p className={styles.line}>
        {name ? t("recommendation.given", { when, name }) : t("recommendation.givenAt", { when })}
      </p>
      {recommendation.state === "RECOMMENDATION_STATE_ACTIVE" ? (
        <div>
          <Button kind="quiet" onPress={() => setAsked(true)} small>
            {t("recommendation.withdraw")}
          </Button>
        </div>
      ) : null}
      {isAsked ? (
        <Withdraw onClose={() => setAsked(false)} recommendationId={recommendationId} service={service} />
      ) : null}
    </>
  );
}

interface WithdrawProps {
  readonly recommendationId: string;
  readonly service: string;
  readonly onClose: () => void;
}

function Withdraw({ recommendationId, service, onClose }: WithdrawProps) {
  const t = useText();
  const toast = useToast();
  const intent = useIntent();
  const failureLine = useFailureLine();
  const [withdraw, { isLoading }] = useWithdrawRecommendationMutation();
  const confirm = async () => {
    const request = { recommendationId };
    const answer = await withdraw({ request, idempotencyKey: intent.keyFor(request) });
    onClose();
    if ("error" in answer) {
      toast("danger", failureLine(answer.error));
      return;
    }
    intent.settle();
    toast("success", t("recommendation.withdrawn"));
  };
  return (
    <ConfirmDialog
      confirm={t("recommendation.withdraw")}
      danger
      isOpen
      isPending={isLoading}
      onClose={onClose}
      onConfirm={() => void confirm()}
      title={t("recommendation.withdraw")}
    >
      <p>{t("recommendation.withdraw.text", { service })}</p>
    </ConfirmDialog>
  );
}
