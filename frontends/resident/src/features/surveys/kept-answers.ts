/**
 * Answers to a survey on their way to the server, which keeps them for their writer on every device (SUR-03). In this tab they lie from the first
 * key until they have arrived there.
 */
import { Keeper, loadDraft, type Saved, saveDraft } from "@kajo/shared/drafts";
import { asFailure } from "@kajo/shared/errors";
import { type AppDispatch, isFault } from "@kajo/shared/rpc";
import { beforeSignOut, isLeaving } from "@kajo/shared/session";
import { surveysApi } from "./api";
import { type AnswersJson, type Begun, begunOf, draftOf, same } from "./begun";

export interface Kept {
  /** What stands on the page. */
  readonly begun: Begun;
  readonly saving: "saved" | "underWay" | "failed";
  /** What the server has instead, from another device or window. Nothing is saved until one of both is chosen. */
  readonly elsewhere?: Begun | undefined;
  /** What stood on the page before what was answered elsewhere. */
  readonly putAside?: Begun | undefined;
}

/** As it lies in this tab. */
interface Unsaved {
  readonly answers?: AnswersJson;
  /** Of what the server had when this was gone on from. */
  readonly revision?: string;
  /** What was brought there since, and may have arrived: its answer was lost. */
  readonly underWay?: readonly AnswersJson[];
}

const underWayAtMost = 5;

/** Reasons for which nothing is sent or kept any more. */
const overFor: readonly (string | undefined)[] = ["already_answered", "survey_over", "survey_withdrawn"];

const { getMySurvey, saveMyAnswers } = surveysApi.endpoints;

export class KeptAnswers {
  private readonly listeners = new Set<() => void>();
  private readonly keeper = new Keeper<AnswersJson>((answers) => this.save(answers));
  private readonly name: string;
  private kept: Kept;
  private underWay: readonly AnswersJson[] = [];
  /** It was sent: nothing is to be kept any more. */
  private isOver = false;

  constructor(
    private readonly surveyActivationId: string,
    there: Begun,
    private dispatch: AppDispatch,
  ) {
    this.name = draftOf(surveyActivationId);
    this.kept = { begun: there, saving: "saved" };
    this.begin(there, dispatch);
    // Also when its page was left: what has not arrived is kept in this tab alone.
    beforeSignOut(() => this.keeper.flush());
    window.addEventListener("beforeunload", (event) => {
      if (this.kept.saving !== "underWay" || this.kept.elsewhere || isLeaving()) return;
      event.preventDefault();
      void this.keeper.flush();
    });
  }

  /** Somebody comes to it: goes on with what has not arrived yet, otherwise with what the server has. */
  begin(there: Begun, dispatch: AppDispatch): void {
    this.dispatch = dispatch;
    this.isOver = false;
    const { answers, revision = "0", underWay = [] } = loadDraft<Unsaved>(this.name, {});
    this.underWay = underWay;
    if (!answers) this.kept = { begun: there, saving: "saved" };
    // What was left a moment ago is on its way as it is.
    else if (this.kept.saving === "saved" || !same(answers, this.kept.begun.answers)) {
      this.kept = { begun: { ...there, answers, revision }, saving: "underWay" };
    }
  }

  readonly now = (): Kept => this.kept;

  readonly watch = (changed: () => void): (() => void) => {
    this.listeners.add(changed);
    return () => void this.listeners.delete(changed);
  };

  /** While its page is open. Answers with what ends it: what was answered last is brought to the server at once. */
  follow(): () => void {
    if (this.kept.saving !== "saved") this.keeper.change(this.kept.begun.answers);
    const hidden = () => {
      if (document.hidden) void this.keeper.flush();
    };
    document.addEventListener("visibilitychange", hidden);
    return () => {
      document.removeEventListener("visibilitychange", hidden);
      void this.keeper.flush();
    };
  }

  change(answers: AnswersJson): void {
    this.put({ begun: { ...this.kept.begun, answers }, saving: "underWay" });
    this.lay();
    if (!this.kept.elsewhere) this.keeper.change(answers);
  }

  /** What was answered elsewhere comes onto the page; what stands there can be brought back. */
  showElsewhere(): void {
    const { begun, elsewhere } = this.kept;
    if (!elsewhere) return;
    this.keeper.drop();
    this.put({ begun: elsewhere, elsewhere: undefined, putAside: begun, saving: "saved" });
    this.forget();
  }

  /** What stands on the page takes the place of what was answered elsewhere. */
  keepThese(): void {
    const { begun, elsewhere } = this.kept;
    if (elsewhere) this.replace({ ...elsewhere, answers: begun.answers });
  }

  bringBack(): void {
    const { begun, putAside } = this.kept;
    if (putAside) this.replace({ ...begun, answers: putAside.answers });
  }

  /**
   * Before it is sent: a draft that comes after it would be refused. Answers whether it may be sent; not while something else was answered
   * elsewhere and none of both is chosen.
   */
  async rest(): Promise<boolean> {
    this.keeper.drop();
    await this.keeper.settled();
    this.keeper.drop();
    if (this.kept.elsewhere) return false;
    const there = await this.fetched();
    // Where nothing is to be had, sending says why.
    if (!there || there.revision === "0" || this.isOwn(there)) return true;
    this.faces(there);
    return false;
  }

  /** It was not sent, and goes on being kept. */
  resume(): void {
    if (this.kept.saving !== "saved") this.keeper.change(this.kept.begun.answers);
  }

  /** It was refused: it may be that it can be sent no more. */
  async refused(error: unknown): Promise<void> {
    const { reason } = asFailure(error);
    if (overFor.includes(reason)) this.end();
    else if (reason !== "stale_version" || (await this.meets()) !== true) this.resume();
  }

  /** It was sent, or can be no more. */
  end(): void {
    this.isOver = true;
    this.keeper.drop();
    this.put({ saving: "saved", elsewhere: undefined, putAside: undefined });
    this.forget();
  }

  private async save(answers: AnswersJson): Promise<Saved> {
    if (this.isOver || this.kept.elsewhere) return true;
    const { surveyActivationId } = this;
    const { publishedVersion, revision } = this.kept.begun;
    this.underWay = [...this.underWay, answers].slice(-underWayAtMost);
    this.lay();
    const request = { surveyActivationId, answers, publishedVersion, revision };
    const answer = await this.dispatch(saveMyAnswers.initiate(request, { track: false }));
    if (!("error" in answer)) {
      this.arrived(answers, answer.data.revision ?? "0");
      return true;
    }
    const failure = asFailure(answer.error);
    if (failure.reason === "stale_version") return this.meets();
    if (overFor.includes(failure.reason)) {
      this.end();
      return true;
    }
    this.put({ saving: "failed" });
    return isFault(failure) ? false : "refused";
  }

  /**
   * The server has something else than what was gone on from: what this tab brought there itself, what was answered elsewhere, or nothing in
   * another version, published before the first answers were kept.
   */
  private async meets(): Promise<Saved> {
    const there = await this.fetched();
    const { begun } = this.kept;
    if (!there || (there.revision === begun.revision && there.publishedVersion === begun.publishedVersion)) {
      this.put({ saving: "failed" });
      return false;
    }
    const isNothing = there.revision === "0" && begun.revision === "0";
    if (!isNothing && !this.isOwn(there)) {
      this.faces(there);
      return true;
    }
    this.put({ begun: { ...there, answers: begun.answers } });
    if (!isNothing && same(there.answers, begun.answers)) this.arrived(begun.answers, there.revision);
    else this.change(begun.answers);
    return true;
  }

  /** What the server has now; undefined: it could not be had, or there is nothing to answer any more. */
  private async fetched(): Promise<Begun | undefined> {
    const { surveyActivationId } = this;
    const asked = getMySurvey.initiate({ surveyActivationId }, { forceRefetch: true, subscribe: false });
    const { data, error } = await this.dispatch(asked);
    // What was fetched before is there also when it could not be fetched now.
    const isOpen = !error && data?.survey?.state === "SURVEY_ACTIVATION_STATE_OPEN";
    return isOpen ? begunOf(data) : undefined;
  }

  /** It is what was gone on from, or was brought there from here. */
  private isOwn({ revision, answers }: Begun): boolean {
    const { begun } = this.kept;
    return revision === begun.revision || [begun.answers, ...this.underWay].some((each) => same(each, answers));
  }

  /** Something else was answered elsewhere: one of both is to be chosen. */
  private faces(elsewhere: Begun): void {
    this.put({ elsewhere, saving: "underWay" });
    this.lay();
  }

  private arrived(answers: AnswersJson, revision: string): void {
    this.underWay = [];
    const begun = { ...this.kept.begun, revision };
    const isAll = same(answers, begun.answers);
    this.put({ begun, saving: isAll ? "saved" : "underWay" });
    if (isAll) this.forget();
    else this.lay();
  }

  private replace(begun: Begun): void {
    this.put({ begun, elsewhere: undefined, putAside: undefined, saving: "underWay" });
    this.lay();
    this.keeper.change(begun.answers);
    void this.keeper.flush();
  }

  private lay(): void {
    const { answers, revision } = this.kept.begun;
    saveDraft<Unsaved>(this.name, { answers, revision, underWay: this.underWay });
  }

  private forget(): void {
    this.underWay = [];
    saveDraft(this.name, undefined);
  }

  private put(part: Partial<Kept>): void {
    this.kept = { ...this.kept, ...part };
    for (const tell of this.listeners) tell();
  }
}
