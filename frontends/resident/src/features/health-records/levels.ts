/** Where a value lies beside its reference values: what that is called, and its mark, which no colour carries alone. */
import type { PlainId } from "@kajo/shared/i18n";
import type { LabLevelJson } from "@kajo/shared/rpc";
import { ArrowDown, ArrowUp, Check, ChevronsDown, ChevronsUp, CircleAlert, type LucideIcon } from "lucide-react";

interface Level {
  readonly word: PlainId;
  readonly tone: "success" | "warning" | "danger";
  readonly Mark: LucideIcon;
}

/** Of the one that nobody can tell, nothing is said. */
const levels: Readonly<Record<Exclude<LabLevelJson, "LAB_LEVEL_UNSPECIFIED">, Level>> = {
  LAB_LEVEL_NORMAL: { word: "healthRecord.level.normal", tone: "success", Mark: Check },
  LAB_LEVEL_LOW: { word: "healthRecord.level.low", tone: "warning", Mark: ArrowDown },
  LAB_LEVEL_HIGH: { word: "healthRecord.level.high", tone: "warning", Mark: ArrowUp },
  LAB_LEVEL_CRITICALLY_LOW: { word: "healthRecord.level.criticallyLow", tone: "danger", Mark: ChevronsDown },
  LAB_LEVEL_CRITICALLY_HIGH: { word: "healthRecord.level.criticallyHigh", tone: "danger", Mark: ChevronsUp },
  LAB_LEVEL_ABNORMAL: { word: "healthRecord.level.abnormal", tone: "warning", Mark: CircleAlert },
};

export const levelOf = (level: LabLevelJson = "LAB_LEVEL_UNSPECIFIED"): Level | undefined =>
  level === "LAB_LEVEL_UNSPECIFIED" ? undefined : levels[level];
