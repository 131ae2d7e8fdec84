/** For each step of a new message. */
import type { Ask, Going } from "@kajo/shared/app";
import { messageApi } from "@kajo/shared/thread";
import { profileApi } from "../profile/api";
import { newMessageApi } from "./api";
import { areaOf, keptArea } from "./area";

export async function ahead(ask: Ask, { params: { subCategoryId } }: Going): Promise<void> {
  const { listCategories } = newMessageApi.endpoints;
  void ask(profileApi.endpoints.listServiceAreas.initiate({}));
  // Whoever writes has come to the last step.
  if (subCategoryId) void ask(messageApi.endpoints.getMessageLimits.initiate({}));
  const areas = await ask(listCategories.initiate({}));
  const offered = areas?.serviceAreas?.flatMap((area) => area.serviceAreaId ?? []) ?? [];
  const serviceAreaId = areaOf(offered, keptArea());
  if (serviceAreaId) void ask(listCategories.initiate({ serviceAreaId }));
}
