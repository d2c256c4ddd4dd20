import { createStore } from '../../shared/hooks/store.ts'
import { isAddress, isListOf } from '../../shared/storage/guards.ts'
import { followStored, readStored, writeStored } from '../../shared/storage/storage.ts'

const KEY = 'opal.followed-wallets'
const MAX_FOLLOWED = 100
const isAddresses = isListOf(isAddress, MAX_FOLLOWED)

/** Wallets that the reader follows, the latest first; stored in this browser. Empty until they are loaded. */
export const followedWallets = createStore<readonly string[]>([])

/** Loads the followed wallets from local storage and follows changes of other tabs. @returns stops following. */
export function openFollowedWallets(): () => void {
  return followStored([KEY], load)
}

/**
 * Follows a wallet, or no longer. Beyond the limit the one followed longest ago is dropped.
 * @param at its place among those that are followed: the first, unless it is followed again.
 */
export function toggleFollowed(address: string, at = 0): void {
  load()
  const before = followedWallets.get()
  const others = before.filter((one) => one !== address)
  const next = others.length < before.length ? others : others.toSpliced(at, 0, address).slice(0, MAX_FOLLOWED)
  followedWallets.set(next)
  writeStored(KEY, next.length === 0 ? null : next)
}

function load(): void {
  followedWallets.set(readStored(KEY, isAddresses) ?? [])
}
