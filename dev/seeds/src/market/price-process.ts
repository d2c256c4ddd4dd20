import type { MarketCharacter } from '../art/demo-collection.ts'
import type { Random } from '../random.ts'

/** Reference floor prices stay in here, in APT. */
export const LOWEST_FLOOR = 0.3
export const HIGHEST_FLOOR = 190

/** Worth of a collection over time, and its trading activity. */
export interface PriceProcess {
  /** Reference floor in APT at a day (a float from 0, the day of the mint). */
  readonly floorAt: (day: number) => number
  /** Trading activity: 1 is usual. */
  readonly hypeAt: (day: number) => number
}

/** A rise (or, with a negative lift, a fright) that comes in half a day and fades over several. */
interface Burst {
  readonly day: number
  readonly lift: number
  readonly fadeDays: number
}

/** Creates a geometric random walk with drift, plus bursts of hype and fright that fade. Both make people trade. */
export function createPriceProcess(character: MarketCharacter, random: Random): PriceProcess {
  const days = Math.ceil(character.ageDays) + 2
  const bursts = makeBursts(days, random)
  const path = [Math.log(character.openingFloor)]
  for (let day = 1; day < days; day += 1) {
    const step = character.trend + character.volatility * random.gaussian()
    path.push(clampLog((path[day - 1] as number) + step))
  }
  const heat = (day: number): number => bursts.reduce((sum, burst) => sum + heatOf(burst, day), 0)
  return {
    hypeAt: (day) => 1 + 2.5 * Math.abs(heat(day)),
    floorAt: (day) => clamp(Math.exp(between(path, day) + heat(day)), LOWEST_FLOOR, HIGHEST_FLOOR),
  }
}

function makeBursts(days: number, random: Random): readonly Burst[] {
  const count = Math.round(days / 32) + random.integer(0, 1)
  return Array.from({ length: count }, () => ({
    day: random.between(2, days),
    lift: random.chance(0.35) ? random.between(-0.45, -0.15) : random.between(0.15, 0.6),
    fadeDays: random.between(2, 7),
  }))
}

function heatOf({ day: start, lift, fadeDays }: Burst, day: number): number {
  if (day < start - 0.5) return 0
  if (day < start) return lift * (1 - (start - day) * 2)
  return lift * Math.exp(-(day - start) / fadeDays)
}

function between(path: readonly number[], day: number): number {
  const at = clamp(day, 0, path.length - 1)
  const left = Math.floor(at)
  const from = path[left] as number
  return from + ((path[left + 1] ?? from) - from) * (at - left)
}

function clampLog(value: number): number {
  return clamp(value, Math.log(LOWEST_FLOOR), Math.log(HIGHEST_FLOOR))
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value))
}
