/** Returns microseconds of the monotonic clock, which is one for all processes of a machine. */
export function monotonicMicros(): number {
  return Number(process.hrtime.bigint() / 1_000n)
}

/**
 * Request to the clients' program: report when this many messages have arrived at all clients together since its
 * last report.
 */
export interface ClientsRequest {
  readonly messages: number
}

/** Arrivals of messages. */
export interface ClientsAnswer {
  /** Fewer than asked for when they stopped coming. */
  readonly messages: number
  readonly lastAtMicros: number
  /** Of every sixteenth client. */
  readonly arrivals: readonly Arrival[]
}

export interface Arrival {
  readonly id: number
  readonly atMicros: number
}

/** Request to the bare server: send its room a number of messages at a pace, from these in turn. */
export interface BareRequest {
  readonly samples: readonly SampleMessage[]
  readonly messages: number
  readonly perSecond: number
}

export interface BareAnswer {
  readonly startedAtMicros: number
}

/** A message as the API made one. */
export interface SampleMessage {
  readonly kind: string
  readonly id: string
}
