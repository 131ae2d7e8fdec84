import { useText } from "@kajo/shared/i18n";
import { ConfirmDialog } from "@kajo/shared/ui";
import { useRef, useState } from "react";
import type { Profile } from "./api";
import type { Part } from "./use-part";

interface Moving {
  readonly isAsking: boolean;
  /** Asks when a care team would be left; true: the area may be saved. */
  readonly mayMove: () => Promise<boolean>;
  readonly answer: (mayMove: boolean) => void;
}

/** Moving to another service area ends belonging to a care team that does not work there: that is asked about before. */
export function useMoving(profile: Profile, area: Part<{ readonly serviceAreaId: string }>): Moving {
  const [isAsking, setAsking] = useState(false);
  const settle = useRef<(mayMove: boolean) => void>(undefined);
  const leaves = (profile.careTeamId ?? "") !== "" && profile.careTeamServiceAreaId !== area.value.serviceAreaId;
  return {
    isAsking,
    mayMove: async () => {
      if (!leaves) return true;
      return new Promise<boolean>((resolve) => {
        settle.current = resolve;
        setAsking(true);
      });
    },
    answer: (mayMove) => {
      setAsking(false);
      // Area and team stay as they are kept, and the field says so.
      if (!mayMove) area.change({ serviceAreaId: profile.serviceAreaId ?? "" });
      settle.current?.(mayMove);
    },
  };
}

export function LeaveTeamDialog({ moving, name }: { readonly moving: Moving; readonly name: string }) {
  const t = useText();
  return (
    <ConfirmDialog
      confirm={t("profile.move.confirm")}
      isOpen={moving.isAsking}
      onClose={() => moving.answer(false)}
      onConfirm={() => moving.answer(true)}
      title={t("profile.move.title")}
    >
      <p>{t("profile.move.text", { name })}</p>
    </ConfirmDialog>
  );
}
