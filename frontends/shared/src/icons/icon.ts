import type { LucideIcon } from "lucide-react";

export type IconLoader = () => Promise<{ readonly default: LucideIcon }>;

/** By the name that is stored. */
export type IconLoaders = Readonly<Record<string, IconLoader>>;
