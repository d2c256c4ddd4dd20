/** Longest time, milliseconds, in which a client reads nothing of its answer: what is not sent yet is in memory. */
const STALL_MS = 30_000

/** An answer as the HTTP server sends it. */
export interface SentAnswer {
  /** Bytes that the client has not taken yet. */
  readonly writableLength: number
  setTimeout(ms: number, onTimeout: () => void): unknown
  destroy(): unknown
}

/** Closes the connection of a client that stops reading its answer. One that waits for an answer still being made stays connected. */
export function hangUpOnStall(answer: SentAnswer, stallMs = STALL_MS): void {
  answer.setTimeout(stallMs, () => {
    if (answer.writableLength > 0) answer.destroy()
  })
}
