/** Values by name that are made again when they are old, or when somebody says that they have changed. */
export interface KeptValues<Value> {
  /** The values of some names, in their order; those that are missing or old are made together. Null where there is none. */
  of(names: readonly string[]): Promise<readonly (Value | null)[]>
  forget(name: string): void
  forgetAll(): void
}

export interface KeepOptions<Value> {
  /** Makes values; names that it leaves out have none. */
  readonly make: (names: readonly string[]) => Promise<ReadonlyMap<string, Value>>
  /** How long values hold at most, in milliseconds; 0 keeps nothing. */
  readonly lifeMs: number
  /** How long one holds, when that is shorter. */
  readonly lifeOf?: (value: Value) => number
  /**
   * Makes values that are asked for late in their life again before it ends, so many together: while they are asked for, nobody waits
   * for them. Left out, they are made when somebody waits.
   */
  readonly aheadBy?: number
  /** Values kept at most; the oldest go first. */
  readonly most: number
  /** Milliseconds that only go forward; tests bring their own. */
  readonly now?: () => number
}

interface Kept<Value> {
  readonly value: Value
  readonly until: number
}

/** Keeps values. What is forgotten while it is being made is not kept: it may be from before the change. */
export function keepValues<Value>({
  make,
  lifeMs,
  lifeOf = () => lifeMs,
  aheadBy = 0,
  most,
  now = () => performance.now(),
}: KeepOptions<Value>): KeptValues<Value> {
  const kept = new Map<string, Kept<Value>>()
  const forgotten = new Map<string, number>()
  let age = 0
  let allForgotten = 0

  const store = (name: string, value: Value, began: number, until: number): void => {
    if (allForgotten > began || (forgotten.get(name) ?? 0) > began) return
    kept.delete(name)
    kept.set(name, { value, until })
    if (kept.size > most) kept.delete(kept.keys().next().value as string)
  }

  const makeMissing = async (names: readonly string[]): Promise<ReadonlyMap<string, Value>> => {
    const began = age
    const made = await make(names)
    const moment = now()
    if (lifeMs > 0)
      for (const [name, value] of made) store(name, value, began, moment + Math.min(lifeMs, lifeOf(value)))
    return made
  }

  const due = new Set<string>()
  let isAhead = false
  /** One handful after the other. */
  const makeAhead = async (): Promise<void> => {
    isAhead = true
    try {
      for (let names = [...due]; names.length > 0; names = [...due]) {
        const some = names.slice(0, aheadBy)
        await makeMissing(some)
        for (const name of some) due.delete(name)
      }
    } catch {
      // Whoever asks once they have ended is told.
      due.clear()
    } finally {
      isAhead = false
    }
  }

  return {
    async of(names) {
      const moment = now()
      const fresh = names.map((name) => {
        const found = kept.get(name)
        if (found === undefined || found.until <= moment) return null
        if (aheadBy > 0 && found.until - moment < lifeMs / 2) due.add(name)
        return found.value
      })
      if (due.size > 0 && !isAhead) void makeAhead()
      const missing = names.filter((_, at) => fresh[at] === null)
      if (missing.length === 0) return fresh
      const made = await makeMissing([...new Set(missing)])
      return names.map((name, at) => fresh[at] ?? made.get(name) ?? null)
    },
    forget(name) {
      age += 1
      kept.delete(name)
      forgotten.set(name, age)
      // Marks are needed only while something is being made: a few thousand are more than that.
      if (forgotten.size > MOST_MARKS) {
        forgotten.clear()
        allForgotten = age
      }
    },
    forgetAll() {
      age += 1
      allForgotten = age
      kept.clear()
      forgotten.clear()
    },
  }
}

const MOST_MARKS = 4_096
