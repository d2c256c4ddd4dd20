/** Requests to the traffic program. */
export type TrafficRequest =
  /** Make one block with this number of trades. */
  | { readonly kind: 'block'; readonly trades: number }
  /** Trade at this rate until the end. */
  | { readonly kind: 'keep-trading'; readonly tradesPerSecond: number }

/** Its responses. */
export type TrafficAnswer =
  | { readonly kind: 'ready'; readonly address: string; readonly nextVersion: bigint }
  /** Times of one clock for all programs of a machine: `process.hrtime`. */
  | { readonly kind: 'made'; readonly nextVersion: bigint; readonly atNanos: bigint }
