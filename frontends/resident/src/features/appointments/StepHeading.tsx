import { dotted, useText } from "@kajo/shared/i18n";
import type { AppointmentJson } from "@kajo/shared/rpc";
import { Banner, LinkButton, PageHeading } from "@kajo/shared/ui";
import { Link } from "@tanstack/react-router";
import { type BookingStep, before, type Left, stepsOf } from "./questions";
import type { BookingSearch } from "./search";
import { useWhen } from "./words";

const separator = "· ";

export interface StepHeadingProps {
  readonly step: BookingStep;
  readonly title: string;
  readonly search: BookingSearch;
  readonly left: Left;
  /** The appointment that is to be moved. */
  readonly moving: AppointmentJson | undefined;
}

/** The question, where it stands among the others, and the way back. */
export function StepHeading({ step, title, search, left, moving }: StepHeadingProps) {
  const t = useText();
  const when = useWhen();
  const asked = stepsOf(search, left);
  const back = before(search, step, left);
  return (
    <>
      <PageHeading
        key={step}
        over={
          <>
            {back ? (
              <>
                <Link search={back} to="/book-appointment">
                  {t("ui.back")}
                </Link>{" "}
                <span>{separator}</span>
              </>
            ) : null}
            <span>
              {dotted(
                t(moving ? "booking.moving" : "booking.title"),
                t("ui.wizard.step", { step: asked.indexOf(step) + 1, of: asked.length }),
              )}
            </span>
          </>
        }
      >
        {title}
      </PageHeading>
      {moving ? (
        <Banner
          action={
            <LinkButton
              kind="secondary"
              params={{ appointmentId: moving.appointmentId ?? "" }}
              to="/appointment/$appointmentId"
            >
              {t("booking.move.keep")}
            </LinkButton>
          }
          tone="info"
        >
          <p>{t("booking.move.old", { when: when(moving.span) })}</p>
          <p>{t("booking.move.stands")}</p>
        </Banner>
      ) : null}
    </>
  );
}
