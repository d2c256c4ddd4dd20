import type { FastifyBaseLogger } from 'fastify'

/** Lines of one kind that are logged in a window; the rest are counted. */
const MAX_LINES = 20
const WINDOW_MS = 60_000
/** Kinds that are counted by themselves; further ones count as one. */
const MAX_KINDS = 200
const OTHER_KINDS = ''

interface Window {
  endsAtMs: number
  lines: number
  leftOut: number
}

/** Levels of what strangers can cause as often as they like. */
const LEVELS = ['warn', 'error'] as const

/**
 * Returns a log that is bounded in warnings and errors: of one kind some are logged in a minute, and the first of the next one says
 * how many were left out. A kind is a message with the code of its error, so that a flood of one hides no other. Loggers that are
 * derived from it are not bounded.
 * @param now monotonic clock, milliseconds.
 */
export function boundLog<Log extends FastifyBaseLogger>(log: Log, now: () => number = () => performance.now()): Log {
  const windows = new Map<string, Window>()
  /** Returns how many lines of a kind were left out before this one; null where this one is left out, too. */
  const admit = (asked: string): number | null => {
    const kind = windows.has(asked) || windows.size < MAX_KINDS ? asked : OTHER_KINDS
    const known = windows.get(kind)
    const nowMs = now()
    if (known === undefined || nowMs >= known.endsAtMs) {
      windows.set(kind, { endsAtMs: nowMs + WINDOW_MS, lines: 1, leftOut: 0 })
      return known?.leftOut ?? 0
    }
    known.lines += 1
    if (known.lines <= MAX_LINES) return 0
    known.leftOut += 1
    return null
  }
  const bounded = Object.create(log) as Log
  for (const level of LEVELS) {
    bounded[level] = (facts: unknown, message?: string) => {
      const leftOut = admit(kindOf(facts, message))
      if (leftOut !== null) log[level](...withLeftOut(facts, message, leftOut))
    }
  }
  return bounded
}

/** Returns the arguments of a line, with how many were left out before it where some were. */
function withLeftOut(facts: unknown, message: string | undefined, leftOut: number): [unknown, string?] {
  const rest: [string?] = message === undefined ? [] : [message]
  if (leftOut === 0) return [facts, ...rest]
  if (typeof facts === 'string') return [{ leftOut }, facts]
  return [{ ...(facts instanceof Error ? { err: facts } : (facts as object)), leftOut }, ...rest]
}

function kindOf(facts: unknown, message: string | undefined): string {
  if (typeof facts === 'string') return facts
  const error = facts instanceof Error ? facts : (facts as { readonly err?: unknown } | null)?.err
  const { code, name } = (error ?? {}) as { readonly code?: unknown; readonly name?: unknown }
  return [message, code ?? name].filter((part) => typeof part === 'string').join(' ')
}
