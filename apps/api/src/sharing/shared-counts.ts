import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import type { RedisLink } from './redis-link.ts'

/** One more of a key, and how many milliseconds its window still lasts. */
const COUNT = `
local current = redis.call('INCR', KEYS[1])
if current == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return { current, redis.call('PTTL', KEYS[1]) }`
/** Clients that one process counts by itself; the longest known is forgotten first. */
const MOST_LOCAL = 5_000

interface Counted {
  readonly current: number
  /** Milliseconds. */
  readonly ttl: number
}

/**
 * Where requests are counted when several processes share their limits: in Redis, and while it does not answer in each
 * process by itself, so that a limit never stops holding.
 * @param prefix of the keys.
 */
export function sharedCounts({ commands }: Pick<RedisLink, 'commands'>, prefix: string): FastifyRateLimitStoreCtor {
  let children = 0
  class SharedCounts implements FastifyRateLimitStore {
    readonly #name: string
    readonly #local = new LocalCounts()

    /** The library gives its own options when it makes the first; ours give a name. */
    constructor(name: unknown) {
      this.#name = typeof name === 'string' ? name : 'all'
    }

    incr(key: string, done: (error: Error | null, result?: Counted) => void, timeWindow: number): void {
      this.#count(`${prefix}${this.#name}:${key}`, timeWindow).then(
        ([current, ttl]) => done(null, { current, ttl }),
        () => done(null, this.#local.count(key, timeWindow, Date.now())),
      )
    }

    /** Limits are made in the same order by every process, so their names agree. */
    child(): FastifyRateLimitStore {
      children += 1
      return new SharedCounts(`limit-${children}`)
    }

    #count(key: string, timeWindow: number): Promise<[number, number]> {
      return commands.eval(COUNT, 1, key, timeWindow) as Promise<[number, number]>
    }
  }
  return SharedCounts
}

/** Counts of one process. */
export class LocalCounts {
  readonly #windows = new Map<string, { count: number; readonly endsAt: number }>()

  /** @param timeWindow milliseconds @param now milliseconds */
  count(key: string, timeWindow: number, now: number): Counted {
    const known = this.#windows.get(key)
    if (known !== undefined && known.endsAt > now) {
      known.count += 1
      return { current: known.count, ttl: known.endsAt - now }
    }
    this.#windows.delete(key)
    this.#windows.set(key, { count: 1, endsAt: now + timeWindow })
    const [oldest] = this.#windows.keys()
    if (this.#windows.size > MOST_LOCAL && oldest !== undefined) this.#windows.delete(oldest)
    return { current: 1, ttl: timeWindow }
  }
}
