/** A connection is closed when its client takes none of what waits for it for so long, milliseconds: what is not sent is in memory. */
const STALL_MS = 30_000

/** An answer as the HTTP server sends it. */
export interface SentAnswer {
  /** Bytes that the client has not taken yet. */
  readonly writableLength: number
  setTimeout(ms: number, onTimeout: () => void): unknown
  destroy(): unknown
}

/** Hangs up on a client that stops reading its answer. One that waits for an answer still being made keeps its connection. */
export function hangUpOnStall(answer: SentAnswer, stallMs = STALL_MS): void {
  answer.setTimeout(stallMs, () => {
    if (answer.writableLength > 0) answer.destroy()
  })
}
