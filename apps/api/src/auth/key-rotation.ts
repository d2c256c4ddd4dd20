import { type Address, parseAddress } from '@opal/domain/address'
import { CLIENTS_PER_SITE, type Client } from '@opal/domain/limits/client'
import { createFairQueue, type FairBounds } from '@opal/domain/limits/fair-queue'
import { closeSessionsOfOtherKeys, findSessions, type StoredSession } from '@opal/store/accounts/sessions'
import { LRUCache } from 'lru-cache'
import type { ApiContext } from '../context.ts'
import { QueriesBusyError } from '../http/limits/query-gate.ts'

/** Time between two checks of a wallet, milliseconds; each costs one call of the node. */
const CHECK_EVERY_MS = 45_000
/** Younger sessions are not checked, microseconds: the node that is asked may lag behind the one that saw their key rule. */
const NODE_LAG_MICROS = 15_000_000n
/** Wallets whose last check is cached. */
const MAX_WALLETS = 20_000
/**
 * Bounds of the checks of all clients: a user who signs in every few minutes for days has thousands of sessions, and the node would be asked
 * about all of them at once, again and again.
 */
const BOUNDS: FairBounds = {
  concurrency: 4,
  concurrencyPerClient: 2,
  maxPending: 500,
  maxPendingPerClient: 20,
  maxWaitMs: CHECK_EVERY_MS,
}
/** In whose turns wallets are checked that are sent something: many, and no client asks for it. */
const NO_CLIENT: Client = [{ key: 'no client', clients: CLIENTS_PER_SITE }]

/** Ends sessions whose key no longer rules their account. */
export interface KeyChecks {
  /**
   * Asks the node which key rules a wallet's account, and ends the wallet's sessions that another key opened. Does nothing within
   * 45 s of the last check, whether or not the node answered: while it does not, sessions go on. Resolves when it is done, and never
   * rejects. Requests do not wait for it: a slow node would hold them all up. Where too many checks wait, the wallet's next use asks for it again.
   * @param client in whose turns the node is asked
   */
  check(wallet: string, client?: Client): Promise<void>
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
  const queue = createFairQueue(BOUNDS, () => new QueriesBusyError())
  const endOthers = async (wallet: string): Promise<void> => {
    const openedBeforeMicros = nowMicros() - NODE_LAG_MICROS
    const ruling = parseAddress(await authenticationKeyOf(parseAddress(wallet)))
    await closeSessionsOfOtherKeys(store, wallet, ruling, openedBeforeMicros)
  }
  return {
    async check(wallet, client = NO_CLIENT) {
      if (now() - (checkedAt.get(wallet) ?? Number.NEGATIVE_INFINITY) < everyMs) return
      checkedAt.set(wallet, now())
      try {
        await queue.add(client, () => endOthers(wallet))
      } catch (error) {
        if (error instanceof QueriesBusyError) checkedAt.delete(wallet)
        else onError(error)
      }
    },
  }
}

type Sessions = Pick<ApiContext, 'store' | 'nowMicros' | 'keyChecks'> & Partial<Pick<ApiContext, 'client'>>

/**
 * Finds the session of a token that is open now; null when there is none. The keys of its wallet are checked in the background: a session whose
 * key was rotated away has ended by its next use.
 */
export async function findOpenSession(context: Sessions, tokenHash: string): Promise<StoredSession | null> {
  return (await findOpenSessions(context, [tokenHash])).get(tokenHash) ?? null
}

/** Finds the sessions of tokens as {@link findOpenSession} does, by their hashes, in one read. */
export async function findOpenSessions(
  { store, nowMicros, keyChecks, client }: Sessions,
  tokenHashes: readonly string[],
): Promise<ReadonlyMap<string, StoredSession>> {
  const sessions = await findSessions(store, tokenHashes, nowMicros())
  for (const { wallet } of sessions.values()) void keyChecks.check(wallet, client)
  return sessions
}
