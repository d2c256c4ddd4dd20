/** What the load program is asked for: so many connections ask for these paths, one after the other, for so long. */
export interface LoadRequest {
  readonly origin: string
  readonly paths: readonly string[]
  readonly connections: number
  readonly seconds: number
  /** Has the requests come from so many clients of a network, in turns; as a proxy would say. From one, this machine, by default. */
  readonly clients?: { readonly network: '198.51.100' | '2001:db8'; readonly count: number }
  /** How long a connection rests after each answer. */
  readonly pauseMs?: number
}

/** What came of it; times in milliseconds. */
export interface LoadAnswer {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  /** Mean bytes of an answer. */
  readonly bytes: number
  /** The first answer that was not 200, if there was one. */
  readonly fault: string | null
}
