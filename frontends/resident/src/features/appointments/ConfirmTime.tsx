import { useFailureText } from "@kajo/shared/errors";
import { dateTimeText, localized, useLanguage, useText } from "@kajo/shared/i18n";
import { type BookableTimeJson, type RecommendationJson, useIntent } from "@kajo/shared/rpc";
import { Banner, Button, Card, Checkbox, CountdownTo, Row, Stack } from "@kajo/shared/ui";
import { useNavigate } from "@tanstack/react-router";
import { useBookAppointmentMutation, useLazyGetMyAppointmentQuery, useMoveAppointmentMutation } from "./api";
import styles from "./Booking.module.css";
import type { StepProps } from "./ChooseService";
import { isTaken } from "./ChooseTime";
import { Facts } from "./Facts";
import { RefusedChange } from "./RefusedChange";
import { StepHeading } from "./StepHeading";
import type { Held } from "./use-hold";

export interface ConfirmTimeProps extends StepProps {
  readonly held: Held;
  /** With one for its service it is booked. */
  readonly recommendations: readonly RecommendationJson[];
  /** A teenager lets guardians see it. */
  readonly isShown: boolean;
  readonly onShow: (isShown: boolean) => void;
  /** It is booked: nothing is to be given up any more. */
  readonly onDone: () => void;
  readonly onLost: (time: BookableTimeJson | undefined) => void;
}

/** What will be booked, all of it, while it is held; nothing is booked before this. */
export function ConfirmTime({
  held,
  recommendations,
  isShown,
  onShow,
  onDone,
  onLost,
  answer: _answer,
  ...step
}: ConfirmTimeProps) {
  const t = useText();
  const language = useLanguage();
  const navigate = useNavigate();
  const { moving } = step;
  const { hold, time } = held;
  const recommendation = moving
    ? undefined
    : recommendations.find(
        ({ service, state }) => service?.id === time?.serviceId && state === "RECOMMENDATION_STATE_ACTIVE",
      );
  const bookIntent = useIntent();
  const moveIntent = useIntent();
  const [look, looking] = useLazyGetMyAppointmentQuery();
  const [book, booking] = useBookAppointmentMutation();
  const [move, moved] = useMoveAppointmentMutation();
  const error = moving ? moved.error : booking.error;
  const failureText = useFailureText();

  const confirm = async () => {
    const what = { holdId: hold?.holdId ?? "", fence: hold?.fence ?? "0", offerId: time?.offerId ?? "" };
    let appointmentId = moving?.appointmentId ?? "";
    if (moving) {
      const request = { appointmentId, ...what };
      const answer = await move({ request, idempotencyKey: moveIntent.keyFor(request) });
      if ("error" in answer) return failed(answer.error);
      moveIntent.settle();
    } else {
      const request = {
        ...what,
        ...(recommendation?.recommendationId ? { recommendationId: recommendation.recommendationId } : {}),
        visibleToGuardians: held.hiddenFromGuardians === true && isShown,
      };
      const answer = await book({ request, idempotencyKey: bookIntent.keyFor(request) });
      if ("error" in answer) return failed(answer.error);
      bookIntent.settle();
      appointmentId = answer.data.appointmentId ?? "";
    }
    // As it was before it must not be shown as what was done.
    await look({ appointmentId });
    onDone();
    await navigate({
      to: "/appointment/$appointmentId",
      params: { appointmentId },
      search: { done: moving ? "moved" : "booked" },
      replace: true,
    });
  };
  const failed = (why: unknown) => {
    if (isTaken(why)) onLost(time);
  };
  const until = (at: string | undefined) => (at ? dateTimeText(language, new Date(at)) : undefined);
  const cancelable = until(held.cancelableUntil);
  const movable = until(held.movableUntil);
  const instructions = localized(language, held.preparationInstructions);
  return (
    <Stack gap="l" width="text">
      <StepHeading {...step} step="confirm" title={t(moving ? "booking.confirm.move" : "booking.confirm.title")} />
      {error && !isTaken(error) ? (
        <Banner announce="alert" tone="danger">
          <p>{failureText(error, recommendation ? t("booking.recommendation.failed") : undefined)}</p>
          <RefusedChange error={error} kind="move" phone={moving?.phone} />
        </Banner>
      ) : null}
      <Card>
        <CountdownTo
          over={t("booking.confirm.over")}
          text={(left) => t("booking.confirm.held", { left })}
          until={held.until}
        />
        {hold?.firm ? null : <p>{t("booking.confirm.notFirm")}</p>}
        <Facts appointment={time ?? {}} />
        <ul>
          <li>{cancelable ? t("appointment.cancel.until", { when: cancelable }) : t("appointment.cancel.notHere")}</li>
          <li>{movable ? t("appointment.move.until", { when: movable }) : t("appointment.move.notHere")}</li>
        </ul>
        {instructions ? (
          <div>
            <h2>{t("appointment.preparation")}</h2>
            <p className={styles.text}>{instructions}</p>
          </div>
        ) : null}
        {held.hiddenFromGuardians && !moving ? (
          <>
            <Banner tone="info">{t("booking.confirm.teenager")}</Banner>
            <Checkbox
              hint={t("booking.confirm.guardians.hint")}
              isSelected={isShown}
              label={t("booking.confirm.guardians")}
              onChange={onShow}
            />
          </>
        ) : null}
        <Row>
          <Button isPending={booking.isLoading || moved.isLoading || looking.isFetching} onPress={() => void confirm()}>
            {t(moving ? "booking.confirm.submitMove" : "booking.confirm.submit")}
          </Button>
        </Row>
      </Card>
    </Stack>
  );
}
