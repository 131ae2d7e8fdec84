/** The drafts of this tab on their way to the server. Fetched when there is something to bring there, or to look for. */
import type { ThunkAction, UnknownAction } from "@reduxjs/toolkit";
import { isFault, type RpcFailure } from "../rpc/failure";
import { draftApi } from "./api";
import { draftNames, forgetDraft } from "./draft";
import { Keeper } from "./keeper";
import {
  cameFromHere,
  type Found,
  forgetServer,
  goOnFrom,
  loadLocal,
  merged,
  nothing,
  placeNamed,
  placeOf,
  revisionOf,
  same,
  saveLocal,
  setsOut,
  takeOver,
  type Written,
} from "./local";

type Step<Result> = ThunkAction<Result, unknown, unknown, UnknownAction>;

const keepers = new Map<string, Keeper<Written>>();

function keeperOf(where: string, dispatch: (step: Step<unknown>) => unknown): Keeper<Written> {
  const known = keepers.get(where);
  if (known) return known;
  const keeper = new Keeper<Written>(async (written) => {
    const { topic, text, attachments, visibility } = written;
    const attachmentIds = attachments.flatMap(({ attachmentId }) => attachmentId ?? []);
    const revision = revisionOf(where);
    const request = { ...placeOf(where), topic, text, attachmentIds, revision, ...(visibility ? { visibility } : {}) };
    setsOut(where, written);
    const step = draftApi.endpoints.saveDraft.initiate(request, { track: false });
    const { data, error } = (await dispatch(step as never)) as SaveAnswer;
    if (error?.reason === "stale_version") return joins(where, dispatch);
    if (error !== undefined) return isFault(error) ? false : "refused";
    goOnFrom(where, data?.revision);
    const local = loadLocal(where);
    if (same(local, written)) saveLocal(where, { ...local, saved: true });
    return true;
  });
  keepers.set(where, keeper);
  return keeper;
}

interface SaveAnswer {
  readonly data?: { readonly revision?: string };
  readonly error?: RpcFailure;
}

/**
 * Another window has saved something else meanwhile: both stand here from now on, and are saved together. What this tab itself had
 * brought there gives way to what stands here, which may be less by now, or nothing, because it was sent.
 */
async function joins(where: string, dispatch: (step: Step<unknown>) => unknown): Promise<boolean> {
  const there = (await dispatch(fetchDraft(where))) as Found | undefined;
  if (there === undefined) return false;
  const here = loadLocal(where);
  const together = cameFromHere(where, there) ? here : merged(here, there);
  if (!same(together, here) && !takeOver(where, together)) return false;
  goOnFrom(where, there.revision);
  keeperOf(where, dispatch).change(together);
  return true;
}

/** Remembers for the server what was typed. */
export const saveDraft =
  (where: string, written: Written): Step<void> =>
  (dispatch) =>
    keeperOf(where, dispatch).change(written);

/** Saves at once. */
export const flush =
  (where: string): Step<Promise<boolean>> =>
  (dispatch) =>
    keeperOf(where, dispatch).flush();

/** It was sent: what was typed since is the draft now, and mostly that is nothing. */
export const sent =
  (where: string): Step<Promise<boolean>> =>
  (dispatch) => {
    dispatch(saveDraft(where, loadLocal(where)));
    return dispatch(flush(where));
  };

/** Undefined when it cannot be had. */
export const fetchDraft =
  (where: string): Step<Promise<Found | undefined>> =>
  async (dispatch) => {
    const step = draftApi.endpoints.getDraft.initiate(placeOf(where), { forceRefetch: true, subscribe: false });
    const { data } = (await dispatch(step as never)) as { readonly data?: Partial<Found> };
    return data && { ...nothing, ...data };
  };

/** Before somebody signs out: what the server has is taken from this browser, which others may use after them. */
export const handOver = (): Step<Promise<void>> => async (dispatch) => {
  for (const name of draftNames()) {
    const where = placeNamed(name);
    if (where === undefined) continue;
    const local = loadLocal(where);
    if (!local.saved) dispatch(saveDraft(where, local));
    if (!(await dispatch(flush(where)))) continue;
    forgetDraft(name);
    goOnFrom(where, undefined);
  }
  forgetServer();
};
