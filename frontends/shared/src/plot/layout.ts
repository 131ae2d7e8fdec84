/** Where everything of a plot stands, in hundredths of its width from the left and of its height from the top. */
import type { Expected } from "./plot";

interface Measured {
  readonly at: Date;
  readonly value: number;
  readonly expected?: Expected | undefined;
}

interface Starting {
  /** The least value that belongs to it. */
  readonly from: number;
}

export interface Dot {
  readonly x: number;
  readonly y: number;
}

interface Area<Band> {
  readonly band: Band;
  readonly left: number;
  readonly top: number;
  readonly height: number;
}

/** Where points were expected to lie that stand beside each other. */
interface Range extends Expected {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export interface Layout<Band> {
  /** Of each point. */
  readonly dots: readonly Dot[];
  /** From a point to the next, which stands at this place; none over a break. */
  readonly lines: readonly { readonly place: number; readonly from: Dot; readonly to: Dot }[];
  readonly breaks: readonly number[];
  readonly ticks: readonly { readonly value: number; readonly y: number }[];
  /** Bands say something of what came after the last break alone. */
  readonly areas: readonly Area<Band>[];
  readonly ranges: readonly Range[];
}

/** As the drawing writes a place. */
export const part = (hundredths: number) => `${hundredths}%`;

/** Lines across the plot at most. */
const mostTicks = 5;
/** Free above and below, of what lies between the least and the greatest value; and at the sides, in hundredths. */
const headroom = 0.08;
const side = 3;

/** 1, 2 or 5 with zeros: the smallest step that passes through a span in so few. */
function stepOf(span: number, least: number): number {
  const rough = span / mostTicks;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5].map((digit) => digit * power).find((each) => each >= rough) ?? 10 * power;
  return Math.max(step, least);
}

/** Whole multiples of a step, without the last digits that a sum of fractions leaves. */
function multiples(step: number, low: number, high: number): number[] {
  const first = Math.ceil(low / step);
  const count = Math.max(Math.floor(high / step) - first + 1, 0);
  return Array.from({ length: count }, (_, index) => Number(((first + index) * step).toPrecision(12)));
}

/** The first break leads to the second point at the earliest: before the first there is nothing to break off from. */
export const breaksWithin = (breaks: readonly number[], count: number) =>
  breaks.filter((at) => at > 0 && at < count).toSorted((one, other) => one - other);

const boundsOf = ({ expected: { low, high } = {} }: Measured) => [low, high].filter((bound) => bound !== undefined);

/** Each reaches half the way to the points beside it; those that are alike are one. */
function rangesOf(points: readonly Measured[], dots: readonly Dot[], y: (value: number) => number): readonly Range[] {
  const between = (place: number, end: number) => {
    const [one, other] = [dots[place - 1], dots[place]];
    return one && other ? (one.x + other.x) / 2 : end;
  };
  const ranges: Range[] = [];
  for (const [place, point] of points.entries()) {
    if (boundsOf(point).length === 0) continue;
    const { low, high } = point.expected ?? {};
    const [left, right] = [between(place, 0), between(place + 1, 100)];
    const before = ranges.at(-1);
    if (before && before.right === left && before.low === low && before.high === high) {
      ranges[ranges.length - 1] = { ...before, right };
    } else {
      const [top, bottom] = [high === undefined ? 0 : y(high), low === undefined ? 100 : y(low)];
      ranges.push({ low, high, left, right, top, bottom });
    }
  }
  return ranges.filter(({ left, right }) => right > left);
}

/** Points by time; `breaks`: from which of them on the values mean something else; bands the lowest first. */
export function layoutOf<Band extends Starting>(
  points: readonly Measured[],
  breaks: readonly number[],
  bands: readonly Band[],
): Layout<Band> {
  // Where the lowest band begins is nothing to make room for.
  const values = [
    ...points.map(({ value }) => value),
    ...points.flatMap(boundsOf),
    ...bands.slice(1).map(({ from }) => from),
  ];
  const [min, max] = [Math.min(...values), Math.max(...values)];
  const margin = max > min ? (max - min) * headroom : 1;
  const [low, high] = [min - margin, max + margin];
  const y = (value: number) => Math.min(Math.max((100 * (high - value)) / (high - low), 0), 100);

  const times = points.map(({ at }) => at.getTime());
  const [first, last] = [times.at(0) ?? 0, times.at(-1) ?? 0];
  const x = (time: number) => (last > first ? side + ((100 - 2 * side) * (time - first)) / (last - first) : 50);

  const dots = points.map(({ at, value }) => ({ x: x(at.getTime()), y: y(value) }));
  const within = breaksWithin(breaks, points.length);
  const lines = dots.slice(1).flatMap((to, index) => {
    const from = dots[index];
    const place = index + 1;
    return from === undefined || within.includes(place) ? [] : [{ place, from, to }];
  });
  const broken = [...new Set(within.map((at) => ((dots[at - 1]?.x ?? 0) + (dots[at]?.x ?? 0)) / 2))];
  const left = broken.at(-1) ?? 0;
  const areas = bands.flatMap((band, index) => {
    const next = bands[index + 1];
    const top = next === undefined ? 0 : y(next.from);
    const height = y(band.from) - top;
    return height > 0 ? [{ band, left, top, height }] : [];
  });
  const step = stepOf(high - low, values.every(Number.isInteger) ? 1 : 0);
  const ticks = multiples(step, low, high).map((value) => ({ value, y: y(value) }));
  return { dots, lines, breaks: broken, ticks, areas, ranges: rangesOf(points, dots, y) };
}
