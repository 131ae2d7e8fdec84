/** In which language the person reads is kept with their profile, because what they are told outside the app speaks it too. */
import type { Language } from "@kajo/shared/i18n";
import {
  type AppDispatch,
  api,
  type Command,
  command,
  type In,
  type LanguageJson,
  newIdempotencyKey,
  type Out,
  ProfileService,
} from "@kajo/shared/rpc";

const { saveLanguage } = ProfileService.method;

const codes: Readonly<Record<Language, LanguageJson>> = {
  fi: "LANGUAGE_FI",
  sv: "LANGUAGE_SV",
  en: "LANGUAGE_EN",
  sme: "LANGUAGE_SME",
  smn: "LANGUAGE_SMN",
  sms: "LANGUAGE_SMS",
};

const languageApi = api.injectEndpoints({
  endpoints: (build) => ({
    saveLanguage: build.mutation<Out<typeof saveLanguage>, Command<In<typeof saveLanguage>>>({
      ...command(saveLanguage),
      extraOptions: { isBackground: true },
    }),
  }),
});

/** Whether it is kept now. The app says it by itself: a failure is told to nobody. */
export async function tellLanguage(dispatch: AppDispatch, language: Language): Promise<boolean> {
  const call = { request: { language: codes[language] }, idempotencyKey: newIdempotencyKey() };
  const saved = languageApi.endpoints.saveLanguage.initiate(call, { track: false });
  const { error } = (await dispatch(saved as never)) as { readonly error?: unknown };
  return error === undefined;
}
