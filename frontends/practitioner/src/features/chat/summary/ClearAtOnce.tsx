import { useText } from "@kajo/shared/i18n";
import { useDeed } from "@kajo/shared/patterns";
import { Button, useToast } from "@kajo/shared/ui";
import { useClearChatSummaryMutation } from "../api";

interface ClearAtOnceProps {
  readonly chatId: string;
  readonly isFetching: boolean;
  /** It is being made: it is not waited for any more. */
  readonly isMade?: boolean;
}

/** Where there is no text that would be lost, nobody is asked. */
export function ClearAtOnce({ chatId, isFetching, isMade = false }: ClearAtOnceProps) {
  const t = useText();
  const toast = useToast();
  const clear = useDeed(useClearChatSummaryMutation());
  const press = async () => {
    if (await clear.run({ chatId })) toast("success", t(isMade ? "chatSummary.givenUp" : "chatSummary.cleared"));
  };
  return (
    <div>
      <Button isPending={clear.isPending || isFetching} kind="secondary" onPress={() => void press()}>
        {t(isMade ? "chatSummary.giveUp" : "chatSummary.clear")}
      </Button>
    </div>
  );
}
