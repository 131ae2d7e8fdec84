/** The editor of a path at work: what is under way, what failed, and what stands against publishing. */
import { useText } from "@kajo/shared/i18n";
import { useUnsavedGuard } from "@kajo/shared/patterns";
import type { PathJson } from "@kajo/shared/rpc";
import { useToast } from "@kajo/shared/ui";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useCtrlS } from "../../editing/use-ctrl-s";
import { useOverNewer } from "../../editing/use-over-newer";
import type { Values } from "./build/types";
import { editors, type PathKind } from "./editors";
import { leftOut } from "./problems/problems";
import { useChecked } from "./problems/use-checked";
import { useHistory } from "./use-history";
import { usePath } from "./use-path";

export type Editor = ReturnType<typeof useEditor>;

export function useEditor(path: PathJson | undefined, kind: PathKind) {
  const t = useText();
  const toast = useToast();
  const navigate = useNavigate();
  const { edit, current, version, save, publish, rollBack } = usePath(path, kind);
  const { value } = edit;
  const guard = useUnsavedGuard(edit.isDirty, { onLeave: edit.forget });
  const checked = useChecked(value);
  const [failure, setFailure] = useState<unknown>();
  const [tries, setTries] = useState(0);
  /** Publishing has been tried: what stands against it is told until nothing does. */
  const [isHeld, setHeld] = useState(false);
  const [sending, setSending] = useState<"save" | "publish">();
  const [told, setTold] = useState("");
  const help = useOverNewer(edit, { current, version }, failure, () => setFailure(undefined));
  const history = useHistory<Values>(
    value,
    (next) => {
      edit.change(next);
      // What the server said was said of what stood there.
      setFailure(undefined);
    },
    (way) => setTold(t(way === "undone" ? "pathEditor.undone" : "pathEditor.redone")),
  );
  const failed = (error: unknown) => {
    setFailure(error);
    setTries((before) => before + 1);
  };
  /** What is new has an address from now on; what is not is checked as it is kept now. */
  const settled = async (id: string | undefined, words: string) => {
    setFailure(undefined);
    toast("success", words);
    if (path !== undefined || !id) return checked.check();
    guard.release();
    await navigate({ to: editors[kind].one, params: { id }, replace: true });
  };
  const saveDraft = async () => {
    if (sending) return;
    setSending("save");
    const { error, id } = await save();
    setSending(undefined);
    if (error !== undefined) return failed(error);
    await settled(id, t("pathEditor.saved"));
  };
  const publishNow = async (without: readonly string[] = []) => {
    if (sending) return;
    setSending("publish");
    setFailure(undefined);
    const { error, id, stopped } = await publish(without);
    setSending(undefined);
    if (error !== undefined) return failed(error);
    setHeld(stopped !== undefined);
    if (stopped) {
      checked.take(stopped);
      return setTries((before) => before + 1);
    }
    const { length: blocks } = without;
    await settled(id, blocks > 0 ? t("pathEditor.published.partly", { blocks }) : t("pathEditor.published"));
  };
  useCtrlS(() => void saveDraft());
  return {
    value,
    edit,
    guard,
    checked,
    failure,
    tries,
    /** What the summary tells. */
    stops: isHeld ? checked.problems : [],
    /** Blocks without which it could be published. */
    leftOut: isHeld ? leftOut(checked.problems, value.blocks) : undefined,
    sending,
    help,
    history,
    told,
    tell: setTold,
    change: (part: Partial<Values>, field?: string) => history.change({ ...value, ...part }, field),
    saveDraft,
    publishNow,
    rollBack: async (publishedVersion: number) => {
      const rolled = await rollBack(publishedVersion);
      checked.check();
      return rolled;
    },
  };
}
