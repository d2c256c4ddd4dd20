/** Kinds of samples: four kinds of requests, whether the index follows the chain, and whether sockets are live. */
export const SAMPLE_KINDS = ['page', 'read', 'write', 'media', 'index', 'socket'] as const
export type SampleKind = (typeof SAMPLE_KINDS)[number]
/** Kinds that are user requests; the others are checks of the drill. */
export type RequestKind = Exclude<SampleKind, 'index' | 'socket'>
const REQUESTS: ReadonlySet<SampleKind> = new Set<RequestKind>(['page', 'read', 'write', 'media'])

/** One request or check. Times are milliseconds of `performance.now()`. */
export interface Sample {
  readonly kind: SampleKind
  readonly startedAt: number
  readonly endedAt: number
  /** Null on success. */
  readonly fault: string | null
}

/** Slower answers count as failures. */
const SLOW_MS = 5_000

/** Summary of the samples after a fault. */
export interface SampleSummary {
  readonly requests: number
  readonly failed: number
  readonly failedPages: number
  /** Seconds from the fault to the end of the last failure. */
  readonly seconds: number
  /** Last failure by kind; kinds without failures are missing. */
  readonly wrong: Readonly<Partial<Record<SampleKind, LastFailure>>>
}

/** The last failure of a kind, and the seconds from the fault to its end. */
export interface LastFailure {
  readonly fault: string
  readonly seconds: number
}

/** Summarizes the samples that ended after a fault was injected, those in flight at that time included. */
export function summarize(samples: readonly Sample[], faultAt: number): SampleSummary {
  const since = samples.filter(({ endedAt }) => endedAt >= faultAt)
  const requests = since.filter(({ kind }) => REQUESTS.has(kind))
  const failed = requests.filter(({ fault }) => fault !== null)
  const wrong = since.filter((sample) => faultOf(sample) !== null)
  const last = wrong
    .map((sample) => [sample.kind, failureOf(sample, faultAt)] as const)
    .toSorted(([, a], [, b]) => a.seconds - b.seconds)
  return {
    requests: requests.length,
    failed: failed.length,
    failedPages: failed.filter(({ kind }) => kind === 'page').length,
    seconds: last.at(-1)?.[1].seconds ?? 0,
    wrong: Object.fromEntries(last),
  }
}

function failureOf(sample: Sample, faultAt: number): LastFailure {
  return { fault: faultOf(sample) ?? '', seconds: (sample.endedAt - faultAt) / 1_000 }
}

/** Returns why a sample failed; null on success. */
export function faultOf({ kind, startedAt, endedAt, fault }: Sample): string | null {
  if (fault !== null) return fault
  const isSlow = REQUESTS.has(kind) && endedAt - startedAt > SLOW_MS
  return isSlow ? `took ${((endedAt - startedAt) / 1_000).toFixed(1)} s` : null
}
