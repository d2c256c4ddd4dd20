/** Microseconds of the monotonic clock, which is one for all processes of a machine. */
export function monotonicMicros(): number {
  return Number(process.hrtime.bigint() / 1_000n)
}

/** What the clients' program is asked: to say when so many messages have come, to all clients together, since it last answered. */
export interface ClientsRequest {
  readonly messages: number
}

/** When what came. */
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

/** What the bare server is asked: to tell its room so many messages at a pace, made of these by turns. */
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
