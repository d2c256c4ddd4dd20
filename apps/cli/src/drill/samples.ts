/** What is looked at again and again: four kinds of requests, whether the index follows the chain, whether sockets are live. */
export const SAMPLE_KINDS = ['page', 'read', 'write', 'media', 'index', 'socket'] as const
export type SampleKind = (typeof SAMPLE_KINDS)[number]
/** Kinds that are requests of people; the others are looks of our own. */
const REQUESTS: ReadonlySet<SampleKind> = new Set(['page', 'read', 'write', 'media'])

/** One look. Times are milliseconds of one clock. */
export interface Sample {
  readonly kind: SampleKind
  readonly startedAt: number
  readonly endedAt: number
  /** Null when all was well. */
  readonly fault: string | null
}

/** An answer that takes longer is not right, whatever it says. */
const SLOW_MS = 5_000

/** What the samples of a fault say. */
export interface SampleSummary {
  readonly requests: number
  readonly failed: number
  readonly failedPages: number
  /** Seconds from the fault until everything was right and stayed so. */
  readonly seconds: number
  /** Kinds that were not right, with the last thing that was wrong. */
  readonly wrong: Readonly<Partial<Record<SampleKind, string>>>
}

/** Sums up the samples that ended after a fault struck. A request that was under way then counts. */
export function summarize(samples: readonly Sample[], struckAt: number): SampleSummary {
  const since = samples.filter(({ endedAt }) => endedAt >= struckAt)
  const requests = since.filter(({ kind }) => REQUESTS.has(kind))
  const failed = requests.filter(({ fault }) => fault !== null)
  const wrong = since.filter((sample) => faultOf(sample) !== null)
  const until = wrong.reduce((latest, { endedAt }) => Math.max(latest, endedAt), struckAt)
  return {
    requests: requests.length,
    failed: failed.length,
    failedPages: failed.filter(({ kind }) => kind === 'page').length,
    seconds: (until - struckAt) / 1_000,
    wrong: Object.fromEntries(wrong.map((sample) => [sample.kind, faultOf(sample)])),
  }
}

/** Returns what was wrong with a look; null when it was right. */
export function faultOf({ kind, startedAt, endedAt, fault }: Sample): string | null {
  if (fault !== null) return fault
  const isSlow = REQUESTS.has(kind) && endedAt - startedAt > SLOW_MS
  return isSlow ? `took ${((endedAt - startedAt) / 1_000).toFixed(1)} s` : null
}
