import { PageFailed } from "@kajo/shared/errors";
import type { BookableTimeJson } from "@kajo/shared/rpc";
import { PageLoading } from "@kajo/shared/ui";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useState } from "react";
import { useGetMyAppointmentQuery, useListMyRecommendationsQuery, useSearchBookableQuery } from "./api";
import { mayChange } from "./ChangeBar";
import { ChooseService } from "./ChooseService";
import type { Look } from "./look";
import { leftOf, stepOf } from "./questions";
import type { Answers, BookingSearch } from "./search";
import { useHold } from "./use-hold";

const CannotMove = lazy(async () => ({ default: (await import("./CannotMove")).CannotMove }));
const ChoosePlace = lazy(async () => ({ default: (await import("./ChoosePlace")).ChoosePlace }));
const ChooseTime = lazy(async () => ({ default: (await import("./ChooseTime")).ChooseTime }));
const ConfirmTime = lazy(async () => ({ default: (await import("./ConfirmTime")).ConfirmTime }));

const none: Look = { day: null, isWeek: false };

/**
 * An appointment in one question after the other (SCH-01). What was answered stands in the address, so that the browser's way back
 * is the way back here; what is held and what was typed live as long as the page.
 */
export function BookingPage() {
  const search = useSearch({ from: "/signed-in/book-appointment" });
  const navigate = useNavigate();
  const bookable = useSearchBookableQuery({});
  const recommended = useListMyRecommendationsQuery({}, { skip: search.move !== undefined });
  const moved = useGetMyAppointmentQuery({ appointmentId: search.move ?? "" }, { skip: search.move === undefined });
  const { held, take, pending, giveUp, keep } = useHold();
  const [look, setLook] = useState(none);
  const [lost, setLost] = useState<BookableTimeJson>();
  const [isShown, setShown] = useState(false);
  const [words, setWords] = useState("");
  const [answers, setAnswers] = useState<Answers>({});

  // Whoever goes back from it gives it up.
  const isConfirming = search.step === "confirm";
  useEffect(() => (isConfirming ? giveUp : undefined), [isConfirming, giveUp]);
  // Another question, other times.
  const asked = [search.service, search.role, search.place, search.type, search.move].join();
  const [lookedFor, setLookedFor] = useState(asked);
  if (lookedFor !== asked) {
    setLookedFor(asked);
    setLook(none);
    setLost(undefined);
  }

  const broken = [bookable, recommended, moved].find((query) => query.error && !query.data);
  if (broken) return <PageFailed error={broken.error} onRetry={() => void broken.refetch()} />;
  if (!bookable.data || recommended.isLoading || moved.isLoading) return <PageLoading />;
  const appointment = search.move ? moved.data?.appointment : undefined;
  const left = leftOf(search, bookable.data.services ?? []);
  const step = stepOf(search, left, held !== undefined);
  const to = (next: BookingSearch, replace = false) =>
    navigate({ to: "/book-appointment", search: next, replace, resetScroll: true });
  // What is under way is told by its own refusal.
  if (appointment && !mayChange(appointment.moving) && step !== "confirm") {
    return (
      <Suspense fallback={<PageLoading />}>
        <CannotMove appointment={appointment} />
      </Suspense>
    );
  }
  const common = { search, left, answer: bookable.data, moving: appointment };

  /** What is lost in confirming is told where the others are. */
  const lose = (time: BookableTimeJson | undefined) => {
    keep();
    setLost(time);
    const { step: _confirm, ...rest } = search;
    void to(rest, true);
  };
  return (
    <Suspense fallback={<PageLoading />}>
      {step === "what" ? <ChooseService {...common} onWords={setWords} words={words} /> : null}
      {step === "where" ? (
        <ChoosePlace
          {...common}
          answers={answers}
          onAnswer={(given) => {
            setAnswers(given);
            void to({ ...search, ...given });
          }}
        />
      ) : null}
      {step === "time" ? (
        <ChooseTime
          {...common}
          key={asked}
          look={look}
          lost={lost}
          onLook={setLook}
          onLost={setLost}
          onTake={async (time) => {
            setLost(undefined);
            const failure = await take(time);
            if (failure === undefined) await to({ ...search, step: "confirm" });
            return failure;
          }}
          pending={pending}
        />
      ) : null}
      {step === "confirm" && held ? (
        <ConfirmTime
          {...common}
          recommendations={recommended.data?.recommendations ?? []}
          held={held}
          isShown={isShown}
          onDone={keep}
          onLost={lose}
          onShow={setShown}
        />
      ) : null}
    </Suspense>
  );
}
