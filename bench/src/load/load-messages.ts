/** Request to the load program: connections that request these paths, one after the other, for some seconds. */
export interface LoadRequest {
  readonly origin: string
  readonly paths: readonly string[]
  readonly connections: number
  readonly seconds: number
  /**
   * Number of client addresses of a network that the requests come from in turn, as through a proxy. By default one,
   * this machine.
   */
  readonly clients?: { readonly network: '198.51.100' | '2001:db8'; readonly count: number }
  /** Pause of a connection after each response. */
  readonly pauseMs?: number
}

/** Result of the load; times in milliseconds. */
export interface LoadAnswer {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  /** Mean bytes of an answer. */
  readonly bytes: number
  /** The first answer that was not 200, if there was one. */
  readonly fault: string | null
}
