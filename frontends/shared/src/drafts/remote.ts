/** The drafts of this tab on their way to the server. Fetched when there is something to bring there, or to look for. */
import type { ThunkAction, UnknownAction } from "@reduxjs/toolkit";
import { isFault, type RpcFailure } from "../rpc/failure";
import { draftApi } from "./api";
import { draftNames, forgetDraft } from "./draft";
import { Keeper, type Saved } from "./keeper";
import {
  baseOf,
  begunHere,
  cameFromHere,
  type Found,
  forgetServer,
  goApart,
  goOnFrom,
  isApart,
  isNothing,
  isToQueue,
  loadLocal,
  move,
  nothing,
  placeNamed,
  placeOf,
  revisionOf,
  same,
  saveLocal,
  setsOut,
  takeOver,
  type Written,
  wasDiscarded,
} from "./local";
import { merged, without } from "./merged";
import { answerWindows, writtenInWindows } from "./windows";

type Step<Result> = ThunkAction<Result, unknown, unknown, UnknownAction>;

const keepers = new Map<string, Keeper<Written>>();

type Dispatch = <Result>(step: Step<Result>) => Result;

function keeperOf(where: string, dispatch: Dispatch): Keeper<Written> {
  const known = keepers.get(where);
  if (known) return known;
  const keeper = new Keeper<Written>(async (written) => {
    setsOut(where, written);
    const { data, error } = await dispatch(save(where, written, revisionOf(where)));
    if (error?.reason === "stale_version") return isApart(where) ? staysApart(where, written) : joins(where, dispatch);
    if (error !== undefined) return isFault(error) ? false : "refused";
    goOnFrom(where, data?.revision, written);
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
async function joins(where: string, dispatch: Dispatch): Promise<Saved> {
  const there = await dispatch(fetchDraft(where));
  if (there === undefined) return false;
  if (await isElsewhere(where, there)) {
    goApart(where);
    return staysApart(where, loadLocal(where));
  }
  const here = loadLocal(where);
  const together = cameFromHere(where, there) ? here : merged(here, there, baseOf(where));
  if (!same(together, here) && !takeOver(where, together, there)) return false;
  goOnFrom(where, there.revision, there);
  keeperOf(where, dispatch).change(together);
  return true;
}

/** Nothing has to be brought to the server of what is nothing any more; anything else is tried again with the next word. */
function staysApart(where: string, written: Written): Saved {
  if (!isNothing(written)) return "refused";
  goOnFrom(where, undefined);
  return true;
}

/**
 * Whether what the server has is being written to another queue, in this tab or in another window that is open. The server has one place
 * for new messages, and the words of one matter belong into no other.
 */
async function isElsewhere(where: string, { revision = "0" }: Found): Promise<boolean> {
  if (!isToQueue(where) || revision === "0") return false;
  if (writtenHere(revision).some((other) => other !== where)) return true;
  const others = await writtenInWindows(revision);
  return others.length > 0 && !others.includes(where);
}

const writtenHere = (revision: string) =>
  begunHere().filter((where) => !isNothing(loadLocal(where)) && revisionOf(where) === revision);

answerWindows(async (revision) => {
  // What is being saved just now may be what is asked about.
  await Promise.all([...keepers.values()].map((keeper) => keeper.settled()));
  return writtenHere(revision);
});

const save =
  (where: string, { topic, text, attachments, visibility }: Written, revision: string): Step<Promise<SaveAnswer>> =>
  async (dispatch) => {
    const attachmentIds = attachments.flatMap(({ attachmentId }) => attachmentId ?? []);
    const request = { ...placeOf(where), topic, text, attachmentIds, revision, ...(visibility ? { visibility } : {}) };
    return (await dispatch(draftApi.endpoints.saveDraft.initiate(request, { track: false }) as never)) as SaveAnswer;
  };

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

/** What the server has for a place where nothing, or nothing newer, is written here; undefined when there is nothing to take over. */
export const look =
  (where: string): Step<Promise<Found | undefined>> =>
  async (dispatch) => {
    const found = await dispatch(fetchDraft(where));
    if (!found) return undefined;
    const discarded = [where, ...(isToQueue(where) ? begunHere({ known: true }) : [])].find(
      (each) => isNothing(loadLocal(each)) && wasDiscarded(each, found),
    );
    if (discarded !== undefined) {
      void dispatch(sent(discarded));
      return undefined;
    }
    if (isApart(where) && !isNothing(loadLocal(where))) return undefined;
    if (!(await isElsewhere(where, found))) return found;
    goApart(where);
    return undefined;
  };

/**
 * The one message that this tab has begun to another queue, when nothing is begun here: whoever has chosen another queue goes on with it
 * there. Answers where it came from. Of several it is not known which one is meant.
 */
export const bringAlong =
  (where: string): Step<Promise<string | undefined>> =>
  async (dispatch) => {
    const begun = isToQueue(where) ? begunHere().filter((each) => each !== where && !isNothing(loadLocal(each))) : [];
    const [from] = begun;
    if (from === undefined || begun.length > 1 || isApart(where)) return undefined;
    await dispatch(flush(from));
    if (!isNothing(loadLocal(where))) return undefined;
    keeperOf(from, dispatch).drop();
    move(from, where);
    const local = loadLocal(where);
    if (!local.saved) dispatch(saveDraft(where, local));
    return from;
  };

/** What came in from elsewhere. */
export interface Arrival {
  /** What stood here just before. */
  readonly before: Written;
  readonly theirs: Written;
  readonly together: Written;
  /** Where this tab had it. */
  readonly from?: string | undefined;
  /** What came in before it, and was not refused. */
  readonly earlier?: Arrival | undefined;
}

/** What was written here up to an arrival, and to each one before it. */
const ownBefore = ({ before, earlier }: Arrival): Written =>
  earlier ? without(before, ownBefore(earlier), earlier.together) : before;

/**
 * Only what was written here stays here; answers with that. What came in stays at the server, or where it was begun, as its writer left
 * it there.
 */
export const refuse =
  (where: string, arrival: Arrival): Step<Written> =>
  (dispatch) => {
    const { theirs, together, from } = arrival;
    const kept = without(loadLocal(where), ownBefore(arrival), together);
    const givesBack = async () => {
      await dispatch(flush(where));
      const revision = revisionOf(where);
      goApart(where);
      saveLocal(where, { ...loadLocal(where), saved: false });
      const { data } = await dispatch(save(where, theirs, revision));
      if (from !== undefined) {
        saveLocal(from, { ...theirs, saved: data !== undefined });
        goOnFrom(from, data?.revision ?? revision, theirs);
      }
      dispatch(saveDraft(where, loadLocal(where)));
    };
    void givesBack();
    return kept;
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
