import { useText } from "@kajo/shared/i18n";
import type { NotificationChannelJson } from "@kajo/shared/rpc";
import { Banner } from "@kajo/shared/ui";
import type { MouseEvent, RefObject } from "react";
import type { Profile } from "./api";
import styles from "./Profile.module.css";

const byEmail: readonly (NotificationChannelJson | undefined)[] = [
  "NOTIFICATION_CHANNEL_EMAIL",
  "NOTIFICATION_CHANNEL_BOTH",
];
const bySms: readonly (NotificationChannelJson | undefined)[] = [
  "NOTIFICATION_CHANNEL_SMS",
  "NOTIFICATION_CHANNEL_BOTH",
];

/** The addresses that notifications go to by the person's choice, and that nobody has proved to be theirs: nothing is sent there. */
export function unverifiedOf(profile: Profile): readonly string[] {
  const { channel, contactInfo, emailVerified = false, phoneVerified = false } = profile;
  const { email = "", phone = "" } = contactInfo ?? {};
  return [
    ...(byEmail.includes(channel) && !emailVerified ? [email] : []),
    ...(bySms.includes(channel) && !phoneVerified ? [phone] : []),
  ].filter((address) => address !== "");
}

interface UnverifiedNoticeProps {
  readonly profile: Profile;
  /** The heading above where addresses are verified. */
  readonly verify: RefObject<HTMLElement | null>;
  readonly verifyId: string;
}

/** What is saved counts, not what is being chosen: nothing moves under the finger of who chooses. */
export function UnverifiedNotice({ profile, verify, verifyId }: UnverifiedNoticeProps) {
  const t = useText();
  const addresses = unverifiedOf(profile);
  if (addresses.length === 0) return null;
  // By hand: what stands behind the `#` of the address stays there.
  const lead = (event: MouseEvent) => {
    event.preventDefault();
    verify.current?.scrollIntoView();
    verify.current?.focus({ preventScroll: true });
  };
  return (
    <Banner
      action={
        <a className={styles.lead} href={`#${verifyId}`} onClick={lead}>
          {t("profile.verify.title")}
        </a>
      }
      announce="polite"
      tone="warning"
    >
      {addresses.map((address) => (
        <p className={styles.address} key={address}>
          {t("profile.channel.unverified", { address })}
        </p>
      ))}
    </Banner>
  );
}
