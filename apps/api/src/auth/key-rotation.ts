import { NodeRefusedError, NodeUnreachableError } from '@opal/chain/rest/node-errors'
import { type Address, parseAddress } from '@opal/domain/address'
import { closeSession, findSession, type StoredSession } from '@opal/store/accounts/sessions'
import { createValueCache, type ValueCache } from '../cache/value-cache.ts'
import type { ApiContext } from '../context.ts'

/** Longest time that a session outlives a rotation of the account's key, milliseconds; each wallet costs one call of the node in it. */
const CHECK_EVERY_MS = 60_000
/** Memory of the cache, and of one wallet's key in it. */
const MAX_BYTES = 2_000_000
const BYTES_PER_KEY = 200

/** Authentication keys that rule accounts, by wallet, as the node told them within the last minute. */
export type AuthenticationKeys = Pick<ValueCache<string>, 'getMany' | 'delete'>

/** Creates the cache. @param authenticationKeyOf asks the node; its errors pass through. */
export function createAuthenticationKeys(
  authenticationKeyOf: (account: Address) => Promise<string>,
  options: { readonly ttlMs?: number; readonly now?: () => number } = {},
): AuthenticationKeys {
  return createValueCache({
    load: async (wallets) => {
      const keys = wallets.map(async (wallet) => [wallet, await authenticationKeyOf(parseAddress(wallet))] as const)
      return new Map(await Promise.all(keys))
    },
    ttlMs: CHECK_EVERY_MS,
    maxBytes: MAX_BYTES,
    bytesOf: () => BYTES_PER_KEY,
    ...options,
  })
}

/**
 * Finds the session of a token, if the key by which it was opened still rules the account: one that does not ends. While the node
 * does not answer, sessions go on.
 */
export async function findRulingSession(
  { store, nowMicros, authenticationKeys }: Pick<ApiContext, 'store' | 'nowMicros' | 'authenticationKeys'>,
  tokenHash: string,
): Promise<StoredSession | null> {
  const session = await findSession(store, tokenHash, nowMicros())
  if (session === null || session.authKey == null) return session
  const ruling = await readKey(authenticationKeys, session.wallet)
  if (ruling === null || parseAddress(ruling) === parseAddress(session.authKey)) return session
  await closeSession(store, tokenHash)
  return null
}

async function readKey(keys: AuthenticationKeys, wallet: string): Promise<string | null> {
  try {
    return (await keys.getMany([wallet]))[0] ?? null
  } catch (error) {
    if (error instanceof NodeUnreachableError || error instanceof NodeRefusedError) return null
    throw error
  }
}
