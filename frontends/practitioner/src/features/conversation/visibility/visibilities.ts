/** Whom a professional can write to, from the widest circle to the narrowest (CON-11). */
import type { VisibilityJson } from "@kajo/shared/rpc";
import { Eye, Lock, type LucideIcon, Users } from "lucide-react";

export const visibilities = [
  { id: "VISIBILITY_EVERYONE", label: "visibility.everyone", text: "visibility.everyone.text", icon: Eye },
  { id: "VISIBILITY_PRACTITIONERS", label: "visibility.team", text: "visibility.team.text", icon: Users },
  { id: "VISIBILITY_TAKING_PART", label: "visibility.takingPart", text: "visibility.takingPart.text", icon: Lock },
] as const satisfies readonly {
  readonly id: VisibilityJson;
  readonly label: string;
  readonly text: string;
  readonly icon: LucideIcon;
}[];

/** What is not chosen is for everybody. */
export const visibilityOf = (value: VisibilityJson | undefined) =>
  visibilities.find(({ id }) => id === value) ?? visibilities[0];
