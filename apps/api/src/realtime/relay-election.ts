import { randomUUID } from 'node:crypto'
import type { RedisLink } from './redis-link.ts'

/** Lease of the leader: a process that is gone loses it after this time. */
const TERM_MS = 3_000
const ASK_EVERY_MS = 1_000
/** Takes the lease when it is free or one's own. */
const STAND = `
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1`
const RESIGN = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0`

/**
 * `leads`: this process reads the change feed for all. `follows`: another does. `alone`: Redis does not answer, and each
 * process reads for itself.
 */
export type RelayRole = 'alone' | 'leads' | 'follows'

export interface RelayElection extends AsyncDisposable {
  readonly role: RelayRole
}

/** Takes part in the election of the leader until disposed. @param onChange called with every new role. */
export async function electRelay(
  { commands }: Pick<RedisLink, 'commands'>,
  key: string,
  onChange: (role: RelayRole) => void,
): Promise<RelayElection> {
  const me = randomUUID()
  let role: RelayRole = 'alone'
  let isOver = false
  const ask = async (): Promise<void> => {
    const answer = await commands.eval(STAND, 1, key, me, TERM_MS).catch(() => null)
    const next: RelayRole = answer === null ? 'alone' : answer === 1 ? 'leads' : 'follows'
    if (next === role || isOver) return
    role = next
    onChange(role)
  }
  await ask()
  let asking = Promise.resolve()
  const timer = setInterval(() => {
    asking = asking.then(ask)
  }, ASK_EVERY_MS)
  return {
    get role() {
      return role
    },
    [Symbol.asyncDispose]: async () => {
      isOver = true
      clearInterval(timer)
      await asking
      await commands.eval(RESIGN, 1, key, me).catch(() => undefined)
    },
  }
}
