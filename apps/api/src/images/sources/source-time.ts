/** Bytes that an honest host sends in a millisecond, at least. */
const FAIR_BYTES_PER_MS = 1_000

/**
 * Measures how long a source makes a fetch wait: until it answers, plus its longest silence, or its time beyond what that many bytes
 * may take, whichever is longer. A large file or a slow reader does not count against the host; a trickle does.
 */
export function timeSource() {
  let [answeringMs, silentMs, longestMs, bytes] = [0, 0, 0, 0]
  let since: number | null = performance.now()
  const elapsed = (): number => {
    const ms = since === null ? 0 : performance.now() - since
    since = null
    return ms
  }
  const endSilence = (): void => {
    const ms = elapsed()
    silentMs += ms
    longestMs = Math.max(longestMs, ms)
  }
  return {
    get ms(): number {
      return answeringMs + Math.max(longestMs, silentMs - bytes / FAIR_BYTES_PER_MS)
    },
    answered(): void {
      answeringMs += elapsed()
    },
    /** Begins to wait for the next answer, such as that of another gateway. */
    asked(): void {
      since = performance.now()
    },
    async *timed(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
      since = performance.now()
      try {
        for await (const chunk of body) {
          endSilence()
          bytes += chunk.byteLength
          yield chunk
          since = performance.now()
        }
      } finally {
        endSilence()
      }
    },
  }
}
