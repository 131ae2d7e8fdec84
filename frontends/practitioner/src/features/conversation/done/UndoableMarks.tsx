import { useCallContext } from "@kajo/shared/app";
import { useFailureLine } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import { api, ConversationService, command, partingCall } from "@kajo/shared/rpc";
import { useGetConversationQuery, useMarkDoneMutation } from "@kajo/shared/thread";
import { useToast, useToastWithDeed } from "@kajo/shared/ui";
import { type Undoable, undoable, undoMs } from "@kajo/shared/undo";
import { useEffect, useEffectEvent, useRef } from "react";
import { useDispatch } from "react-redux";
import { useShortcuts } from "../../shortcuts/actions";
import { useAriaKeys } from "../../shortcuts/KeyHint";
import { dropMark, newestOfOthers, type UndoableMark, useUndoableMarks } from "./undoable-marks";

/** Carries out what is marked, wherever in the app one has gone meanwhile. */
export function UndoableMarks() {
  return useUndoableMarks().map((mark) => <Marked key={mark.key} mark={mark} />);
}

/** Told with "Undo", and sent when the time for that is over, when it is closed, or when the person leaves. */
function Marked({ mark }: { readonly mark: UndoableMark }) {
  const t = useText();
  const toast = useToast();
  const show = useToastWithDeed();
  const failureLine = useFailureLine();
  const ariaKeys = useAriaKeys();
  const { language } = useCallContext();
  const dispatch = useDispatch();
  const { key, conversationId } = mark;
  const [markDone] = useMarkDoneMutation();
  const { data } = useGetConversationQuery({ conversationId });
  const current = useRef<Undoable>(undefined);

  const drop = (why: string) => {
    if (!current.current?.takeBack()) return;
    dropMark(key);
    toast("info", why);
  };
  const undo = () => drop(t("action.done.undone"));
  const send = async () => {
    const answer = await markDone({ request: { conversationId }, idempotencyKey: key });
    if (answer.error !== undefined) toast("danger", failureLine(answer.error));
    // Shown as done until the lists know of it, so that nothing comes back for a blink.
    await Promise.all(dispatch(api.util.getRunningQueriesThunk() as never) as unknown as readonly Promise<unknown>[]);
    dropMark(key);
  };
  const onUndo = useEffectEvent(undo);
  const onSend = useEffectEvent(send);
  const onShow = useEffectEvent((time: Undoable) =>
    show("success", t("action.done.done"), {
      label: t("pending.undo"),
      keys: ariaKeys("undo"),
      onPress: onUndo,
      onClose: () => void time.flush(),
      onAttend: (attended) => (attended ? time.pause() : time.resume()),
    }),
  );
  useEffect(() => {
    let part = () => {};
    const call = command(ConversationService.method.markDone).query({
      request: { conversationId },
      idempotencyKey: key,
    });
    void partingCall(call, language).then((ready) => {
      part = ready;
    });
    const time = undoable(
      undoMs("mark"),
      () => {
        hide();
        return onSend();
      },
      () => part(),
    );
    current.current = time;
    const hide = onShow(time);
    return () => {
      time.takeBack();
      hide();
    };
  }, [key, conversationId, language]);
  useShortcuts({ undo });

  // Somebody wrote meanwhile: what has not been seen is not done.
  const isOvertaken = data?.conversation !== undefined && newestOfOthers(data.conversation, mark.personId) > mark.seen;
  const onOvertaken = useEffectEvent(() => drop(t("action.done.overtaken")));
  useEffect(() => {
    if (isOvertaken) onOvertaken();
  }, [isOvertaken]);
  return null;
}
