import { dotted, localized, useLanguage, useText } from "@kajo/shared/i18n";
import { ConfirmDialog } from "@kajo/shared/ui";
import { useRef, useState } from "react";
import { type Profile, useListServiceAreasQuery } from "./api";
import type { ProfileSection } from "./use-profile-section";

interface Moving {
  readonly isAsking: boolean;
  /** Asks when a care team would be left; true: the area may be saved. */
  readonly mayMove: () => Promise<boolean>;
  readonly answer: (mayMove: boolean) => void;
}

/** Moving to another service area ends belonging to a care team that does not work there: that is asked about before. */
export function useMoving(profile: Profile, area: ProfileSection<{ readonly serviceAreaId: string }>): Moving {
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

interface LeaveTeamDialogProps {
  readonly moving: Moving;
  /** Of the care team that would be left. */
  readonly name: string;
  /** Where the person moves to. */
  readonly serviceAreaId: string;
}

export function LeaveTeamDialog({ moving, name, serviceAreaId }: LeaveTeamDialogProps) {
  const t = useText();
  const language = useLanguage();
  const { data } = useListServiceAreasQuery({});
  const to = data?.serviceAreas?.find((area) => area.serviceAreaId === serviceAreaId)?.name;
  return (
    <ConfirmDialog
      confirm={t("profile.move.confirm")}
      isOpen={moving.isAsking}
      onClose={() => moving.answer(false)}
      onConfirm={() => moving.answer(true)}
      title={t("profile.move.title")}
    >
      <p>
        <strong>{dotted(t("profile.serviceArea"), localized(language, to))}</strong>
      </p>
      <p>{t("profile.move.text", { name })}</p>
    </ConfirmDialog>
  );
}
