import { asFailure, useFailureLine, useFieldText } from "@kajo/shared/errors";
import { timeText, useLanguage, useText } from "@kajo/shared/i18n";
import type { ContactPointJson } from "@kajo/shared/rpc";
import { Banner, Button, Row, StatusTag, TextField, useToast, VisuallyHidden } from "@kajo/shared/ui";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { type Profile, useConfirmContactCodeMutation, useSendContactCodeMutation } from "./api";
import styles from "./Profile.module.css";

interface Point {
  readonly point: ContactPointJson;
  readonly address: string;
  readonly isVerified: boolean;
  /** A code was sent there and waits. */
  readonly codeUntil: string | undefined;
}

/** The saved addresses, and by a code sent there the proof that they are one's own. */
export function VerifyContacts({ profile }: { readonly profile: Profile }) {
  const t = useText();
  const points: readonly Point[] = [
    {
      point: "CONTACT_POINT_EMAIL",
      address: profile.contactInfo?.email ?? "",
      isVerified: profile.emailVerified ?? false,
      codeUntil: profile.emailCodeUntil,
    },
    {
      point: "CONTACT_POINT_PHONE",
      address: profile.contactInfo?.phone ?? "",
      isVerified: profile.phoneVerified ?? false,
      codeUntil: profile.phoneCodeUntil,
    },
  ];
  return (
    <ul aria-label={t("profile.verify.title")} className={styles.points}>
      {points
        .filter(({ address }) => address !== "")
        .map((point) => (
          <ContactPoint key={point.point} {...point} />
        ))}
    </ul>
  );
}

function ContactPoint(point: Point) {
  const t = useText();
  const { address, isVerified } = point;
  const line = useRef<HTMLSpanElement>(null);
  const wasVerified = useRef(isVerified);
  useEffect(() => {
    // The button that was pressed is gone: one goes on from what came of it.
    if (isVerified && !wasVerified.current && document.activeElement === document.body) line.current?.focus();
    wasVerified.current = isVerified;
  }, [isVerified]);
  return (
    <li className={styles.point}>
      <Row>
        <span className={styles.address} ref={line} tabIndex={-1}>
          {address}
        </span>
        <StatusTag tone={isVerified ? "success" : "warning"}>
          {t(isVerified ? "profile.verified" : "profile.unverified")}
        </StatusTag>
      </Row>
      {/* Another address begins anew. */}
      {isVerified ? null : <Verify key={address} {...point} />}
    </li>
  );
}

function Verify({ point, address, codeUntil }: Point) {
  const t = useText();
  const language = useLanguage();
  const failureLine = useFailureLine();
  const fieldText = useFieldText();
  const toast = useToast();
  const [send, sending] = useSendContactCodeMutation();
  const [confirm, confirming] = useConfirmContactCodeMutation();
  const [code, setCode] = useState("");
  const [isStopped, setStopped] = useState(false);
  const [tries, setTries] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  const again = useRef<HTMLButtonElement>(null);
  // A code that was tried too often is good for nothing: another one is asked for.
  const isSpent = confirming.error !== undefined && asFailure(confirming.error).reason === "too_many_tries";
  const isAsked = codeUntil !== undefined && !isSpent;
  const wasAsked = useRef(isAsked);
  useEffect(() => {
    // The code is typed next, or asked for: what was pressed is gone.
    if (isAsked !== wasAsked.current) (isAsked ? field : again).current?.focus();
    wasAsked.current = isAsked;
  }, [isAsked]);
  const ask = async () => {
    setCode("");
    const { error } = await send({ contactPoint: point, language });
    if (error) return;
    confirming.reset();
    toast("success", t("profile.code.sent", { address }));
  };
  const digits = code.replace(/\s/g, "");
  // Half a code would use up one of the few tries.
  const half = /^\d{6}$/.test(digits) ? undefined : t("profile.code.digits");
  const problem = digits === "" ? t("field.required") : half;
  const tell = async (event: FormEvent) => {
    event.preventDefault();
    setStopped(problem !== undefined);
    if (problem !== undefined) {
      setTries((count) => count + 1);
      field.current?.focus();
    }
    if (problem !== undefined || confirming.isLoading) return;
    sending.reset();
    const { error } = await confirm({ contactPoint: point, code: digits });
    if (error) {
      setTries((count) => count + 1);
      field.current?.select();
    } else toast("success", t("profile.code.done", { address }));
  };
  const wrong = isStopped ? problem : fieldText(confirming.error, "code");
  const failure = sending.error ?? (wrong && isAsked ? undefined : confirming.error);
  return (
    <>
      <p className={styles.quiet}>{t("profile.unverified.text")}</p>
      {failure ? (
        <Banner announce="alert" tone="danger">
          {failureLine(failure)}
        </Banner>
      ) : null}
      {isAsked ? (
        <form className={styles.code} noValidate onSubmit={(event) => void tell(event)}>
          <TextField
            autoComplete="one-time-code"
            error={wrong}
            errorSaid={tries}
            hint={t("profile.code.hint", { time: timeText(language, new Date(codeUntil)) })}
            inputMode="numeric"
            label={t("profile.code", { address })}
            ref={field}
            onChange={(typed) => {
              setCode(typed);
              setStopped(false);
            }}
            value={code}
          />
          <Row>
            <Button isPending={confirming.isLoading} kind="secondary" type="submit">
              {t("profile.code.confirm")}
            </Button>
            <Button isPending={sending.isLoading} kind="quiet" onPress={() => void ask()}>
              {t("profile.code.again")}
            </Button>
          </Row>
        </form>
      ) : (
        <Button isPending={sending.isLoading} kind="secondary" onPress={() => void ask()} ref={again}>
          {t("profile.code.send")}
          <VisuallyHidden>{address}</VisuallyHidden>
        </Button>
      )}
    </>
  );
}
