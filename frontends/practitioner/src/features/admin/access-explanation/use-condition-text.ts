import { localized, type MessageId, useLanguage, useText } from "@kajo/shared/i18n";
import { type AccessConditionJson, known } from "@kajo/shared/rpc";
import type { Answer } from "./Answered";

const levels = {
  LEVEL_UNSPECIFIED: "explain.level.none",
  LEVEL_PRACTITIONER: "explain.level.practitioner",
  LEVEL_RESPONSIBLE_USER: "explain.level.responsible",
  LEVEL_ADMINISTRATOR: "explain.level.administrator",
} as const satisfies Record<string, MessageId>;

const parts = {
  CONVERSATION_PART_UNSPECIFIED: "explain.part.none",
  CONVERSATION_PART_OWNER: "explain.part.owner",
  CONVERSATION_PART_ASKER: "explain.part.asker",
  CONVERSATION_PART_PARTICIPANT: "explain.part.participant",
  CONVERSATION_PART_DONE: "explain.part.done",
  CONVERSATION_PART_LEFT: "explain.part.left",
  CONVERSATION_PART_CONSULTED: "explain.part.consulted",
} as const satisfies Record<string, MessageId>;

/** A condition in words, with the names of what it is about. */
export function useConditionText({ professional, roleId, locationId, found }: Answer) {
  const t = useText();
  const language = useLanguage();
  const held = professional.roles?.find((each) => each.roleId === roleId);
  const place = professional.locations?.find((each) => each.locationId === locationId);
  const role = localized(language, held?.name);
  const location = place?.name ?? "";
  const queue = found.explanation?.queue;
  const roles = (queue?.roles ?? []).map(({ name }) => localized(language, name)).join(", ");
  const locations = (queue?.locations ?? []).map(({ name = "" }) => name).join(", ");

  const roleText = () => {
    const { directoryGroups = [], byHand } = held ?? {};
    if (directoryGroups.length > 0) return t("explain.role.group", { role, groups: directoryGroups.join(", ") });
    return byHand ? t("explain.role.byHand", { role }) : t("explain.role.lost");
  };
  return ({ kind, held: isHeld = false }: AccessConditionJson): string => {
    switch (kind) {
      case "ACCESS_CONDITION_KIND_LEVEL":
        return t(known(levels, professional.level ?? "LEVEL_UNSPECIFIED") ?? "unknown.value");
      case "ACCESS_CONDITION_KIND_ROLE":
        if (roleId === "") return t("explain.role.none");
        return isHeld ? roleText() : t("explain.role.lost");
      case "ACCESS_CONDITION_KIND_LOCATION":
        if (locationId === "") return t("explain.location.none");
        return isHeld ? t("explain.location.own", { location }) : t("explain.location.lost");
      case "ACCESS_CONDITION_KIND_QUEUE_ROLE":
        return t(isHeld ? "explain.queueRole.yes" : "explain.queueRole.no", { roles });
      case "ACCESS_CONDITION_KIND_QUEUE_LOCATION":
        return t(isHeld ? "explain.queueLocation.yes" : "explain.queueLocation.no", { locations });
      case "ACCESS_CONDITION_KIND_PART":
        return t(known(parts, found.part ?? "CONVERSATION_PART_UNSPECIFIED") ?? "unknown.value");
      default:
        return t("unknown.value");
    }
  };
}
