import { localized, localizedLang, useLanguage, useText } from "@kajo/shared/i18n";
import type { LinePlotProps, PlotBand } from "@kajo/shared/plot";
import { known, type SeriesJson } from "@kajo/shared/rpc";

const millionths = (value: string | undefined) => Number(value ?? 0) / 1e6;

type Band = NonNullable<NonNullable<NonNullable<SeriesJson["item"]>["score"]>["bands"]>[number];

const levels = {
  LEVEL_UNSPECIFIED: [undefined, "neutral"],
  LEVEL_NORMAL: ["questionnaire.level.normal", "success"],
  LEVEL_NOTABLE: ["questionnaire.level.notable", "warning"],
  LEVEL_SERIOUS: ["questionnaire.level.serious", "danger"],
} as const satisfies Record<NonNullable<Band["level"]>, readonly [string | undefined, PlotBand["tone"]]>;

/** A score or a number over time as a plot. Bands and unit are known of the newest version alone: what came before a change has none of them. */
export function usePlotOf(): (series: SeriesJson) => LinePlotProps {
  const t = useText();
  const language = useLanguage();
  return ({ item = {}, points = [], breaks = [] }) => {
    const bands = item.score?.bands ?? [];
    const newest = Math.max(0, ...breaks);
    return {
      title: localized(language, item.text),
      titleLang: localizedLang(language, item.text),
      unit: localized(language, item.unit) || undefined,
      breaks,
      bands: bands.map(({ from, text, level = "LEVEL_UNSPECIFIED" }) => {
        const [word, tone] = known(levels, level) ?? levels.LEVEL_UNSPECIFIED;
        return {
          from: millionths(from),
          text: localized(language, text),
          lang: localizedLang(language, text),
          tone,
          level: word && t(word),
        };
      }),
      points: points.map(({ surveyResponseId = "", sentAt = "", value, band }, place) => {
        const meant = band === undefined || place < newest ? undefined : bands[band]?.text;
        return {
          id: surveyResponseId,
          at: new Date(sentAt),
          value: millionths(value),
          isOtherUnit: place < newest,
          meaning: localized(language, meant) || undefined,
          meaningLang: meant && localizedLang(language, meant),
        };
      }),
    };
  };
}
