import { useText } from "@kajo/shared/i18n";
import type { ConversationKindJson, PermissionsJson } from "@kajo/shared/rpc";
import { Bullets } from "@kajo/shared/ui";
import styles from "./Explanation.module.css";

const actions = [
  ["write", "action.reply"],
  ["take", "action.take"],
  ["takeOver", "action.takeOver"],
  ["participate", "action.participate"],
  ["assign", "action.assign"],
  ["forward", "action.forward"],
  ["returnToQueue", "action.return"],
  ["requestConsultation", "action.consultation"],
  ["markDone", "action.done"],
  ["end", "action.end"],
] as const satisfies readonly (readonly [keyof PermissionsJson, string])[];

interface ActionsProps {
  readonly permissions: PermissionsJson;
  readonly kind: ConversationKindJson | undefined;
}

/** What may be done with a conversation that is seen, as the buttons call it. */
export function Actions({ permissions, kind }: ActionsProps) {
  const t = useText();
  // Who has sent an anonymous form is not answered.
  const writing = kind === "CONVERSATION_KIND_ANONYMOUS_FORM" ? "anonymousForm.write" : "action.reply";
  const may = actions.filter(([action]) => permissions[action]);
  return (
    <section>
      <h3 className={styles.part}>{t("explain.actions")}</h3>
      {may.length === 0 ? (
        <p>{t("explain.actions.none")}</p>
      ) : (
        <Bullets items={may.map(([action, label]) => [action, t(action === "write" ? writing : label)])} />
      )}
    </section>
  );
}
