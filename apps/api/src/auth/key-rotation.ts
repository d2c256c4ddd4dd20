import { type Address, parseAddress } from '@opal/domain/address'
import { closeSessionsOfOtherKeys, findSessions, type StoredSession } from '@opal/store/accounts/sessions'
import { LRUCache } from 'lru-cache'
import type { ApiContext } from '../context.ts'

/** Time between two checks of a wallet, milliseconds; each costs one call of the node. */
const CHECK_EVERY_MS = 45_000
/** Younger sessions are not checked, microseconds: the node that is asked may lag behind the one that saw their key rule. */
const NODE_LAG_MICROS = 15_000_000n
/** Wallets whose last check is cached. */
const MAX_WALLETS = 20_000

/** Ends sessions whose key no longer rules their account. */
export interface KeyChecks {
  /**
   * Asks the node which key rules a wallet's account, and ends the wallet's sessions that another key opened. Does nothing within
   * 45 s of the last check, whether or not the node answered: while it does not, sessions go on. Resolves when it is done, and never
   * rejects. Requests do not wait for it: a slow node would hold them all up.
   */
  check(wallet: string): Promise<void>
}

export interface KeyCheckOptions extends Pick<ApiContext, 'store' | 'nowMicros'> {
  /** Asks the node. */
  readonly authenticationKeyOf: (account: Address) => Promise<string>
  /** Called with what made a check fail. */
  readonly onError: (error: unknown) => void
  /** Tests pass 0 to have every use checked. */
  readonly everyMs?: number
  /** Monotonic clock, milliseconds; tests pass their own. */
  readonly now?: () => number
}

/** Creates the checks of one process. */
export function createKeyChecks({
  store,
  nowMicros,
  authenticationKeyOf,
  onError,
  everyMs = CHECK_EVERY_MS,
  now = () => performance.now(),
}: KeyCheckOptions): KeyChecks {
  const checkedAt = new LRUCache<string, number>({ max: MAX_WALLETS })
  return {
    async check(wallet) {
      if (now() - (checkedAt.get(wallet) ?? Number.NEGATIVE_INFINITY) < everyMs) return
      checkedAt.set(wallet, now())
      const openedBeforeMicros = nowMicros() - NODE_LAG_MICROS
      try {
        const ruling = parseAddress(await authenticationKeyOf(parseAddress(wallet)))
        await closeSessionsOfOtherKeys(store, wallet, ruling, openedBeforeMicros)
      } catch (error) {
        onError(error)
      }
    },
  }
}

type Sessions = Pick<ApiContext, 'store' | 'nowMicros' | 'keyChecks'>

/**
 * Finds the session of a token that is open now; null when there is none. The keys of its wallet are checked in the background: a session whose
 * key was rotated away has ended by its next use.
 */
export async function findOpenSession(context: Sessions, tokenHash: string): Promise<StoredSession | null> {
  return (await findOpenSessions(context, [tokenHash])).get(tokenHash) ?? null
}

/** Finds the sessions of tokens as {@link findOpenSession} does, by their hashes, in one read. */
export async function findOpenSessions(
  { store, nowMicros, keyChecks }: Sessions,
  tokenHashes: readonly string[],
): Promise<ReadonlyMap<string, StoredSession>> {
  const sessions = await findSessions(store, tokenHashes, nowMicros())
  for (const { wallet } of sessions.values()) void keyChecks.check(wallet)
  return sessions
}
