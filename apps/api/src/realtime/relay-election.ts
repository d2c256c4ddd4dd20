import { randomUUID } from 'node:crypto'
import type { RedisLink } from './redis-link.ts'

/** How long a process that is gone is still taken for the one that reads. */
const TERM_MS = 3_000
const ASK_EVERY_MS = 1_000
/** Takes the post when it is free or one's own. */
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
export type PumpRole = 'alone' | 'leads' | 'follows'

export interface PumpElection extends AsyncDisposable {
  readonly role: PumpRole
}

/** Stands for election again and again. @param onChange hears of every other role. */
export async function standForPump(
  { commands }: Pick<RedisLink, 'commands'>,
  key: string,
  onChange: (role: PumpRole) => void,
): Promise<PumpElection> {
  const me = randomUUID()
  let role: PumpRole = 'alone'
  let isOver = false
  const ask = async (): Promise<void> => {
    const answer = await commands.eval(STAND, 1, key, me, TERM_MS).catch(() => null)
    const next: PumpRole = answer === null ? 'alone' : answer === 1 ? 'leads' : 'follows'
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
