/** The last lines of something that may say very much. */
export interface Tail {
  add(line: string): void
  /** The oldest first. */
  readonly lines: readonly string[]
}

const MAX_LINES = 500

/** Keeps the last lines and drops earlier ones. */
export function createTail(): Tail {
  const lines: string[] = []
  return {
    lines,
    add(line) {
      lines.push(line)
      if (lines.length > MAX_LINES) lines.shift()
    },
  }
}
