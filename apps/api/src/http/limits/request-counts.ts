import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import { LocalCounts, type WindowCount } from '@opal/domain/limits/local-counts'
import type { RedisLink } from '../../realtime/redis-link.ts'

/** One more of a key, and how many milliseconds its window still lasts. */
const COUNT = `
local current = redis.call('INCR', KEYS[1])
if current == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return { current, redis.call('PTTL', KEYS[1]) }`

/**
 * How often a Redis that has not answered is asked again, by one count: a frozen one answers none, and each call, which is counted several times,
 * would wait for each.
 */
const RETRY_MS = 1_000

/**
 * Creates the store of all rate limits of this process, for every server that it runs: limits of one name are counted
 * together. With Redis several processes count together, too; while it does not answer each counts by itself, so that a
 * limit never stops holding.
 * @param redis null counts in memory.
 * @param prefix of the keys in Redis.
 */
export function createRequestCounts(
  redis: Pick<RedisLink, 'commands'> | null,
  prefix: string,
): FastifyRateLimitStoreCtor {
  const byName = new Map<string, LocalCounts>()
  let retryAtMs: number | null = null
  class RequestCounts implements FastifyRateLimitStore {
    readonly #name: string
    readonly #local: LocalCounts

    /** The library passes its own options for a server's general limit, and those of a limit to {@link child}. */
    constructor(name: unknown) {
      this.#name = typeof name === 'string' ? name : 'all'
      this.#local = byName.get(this.#name) ?? new LocalCounts()
      byName.set(this.#name, this.#local)
    }

    incr(key: string, done: (error: Error | null, result?: WindowCount) => void, timeWindow: number): void {
      const locally = () => done(null, this.#local.count(key, timeWindow, Date.now()))
      const now = performance.now()
      if (redis === null || (retryAtMs !== null && now < retryAtMs)) {
        locally()
        return
      }
      if (retryAtMs !== null) retryAtMs = now + RETRY_MS
      this.#shared(redis, key, timeWindow).then(
        (counted) => {
          retryAtMs = null
          done(null, counted)
        },
        () => {
          retryAtMs = performance.now() + RETRY_MS
          locally()
        },
      )
    }

    async #shared({ commands }: Pick<RedisLink, 'commands'>, key: string, timeWindow: number): Promise<WindowCount> {
      const answer = await commands.eval(COUNT, 1, `${prefix}${this.#name}:${key}`, timeWindow)
      const [current, ttl] = answer as [number, number]
      return { current, ttl }
    }

    /** @param options of a limit; its `groupId` is the name under which it is counted. */
    child(options: unknown): FastifyRateLimitStore {
      const { groupId } = options as { groupId?: string }
      if (groupId === undefined) throw new TypeError('Name the limit by its groupId.')
      return new RequestCounts(groupId)
    }
  }
  return RequestCounts
}
