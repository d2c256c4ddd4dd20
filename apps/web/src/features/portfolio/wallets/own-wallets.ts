import { createStore } from '../../../shared/hooks/store.ts'
import { isAddress, isListOf } from '../../../shared/storage/guards.ts'
import { followStored, readStored, writeStored } from '../../../shared/storage/storage.ts'

const KEY = 'opal.wallets'
/** Most wallets side by side. */
export const MAX_WALLETS = 20
const isAddresses = isListOf(isAddress, MAX_WALLETS)

/** Addresses that the user has added as their own, stored in this browser only. */
export const ownWallets = createStore<readonly string[]>([])

/** Loads the addresses from local storage and follows changes of other tabs. @returns stops following. */
export function openOwnWallets(): () => void {
  return followStored([KEY], () => ownWallets.set(readStored(KEY, isAddresses) ?? []))
}

/** Says that there is no room for another wallet. */
export const WALLETS_FULL = `You can save up to ${MAX_WALLETS} wallets.`

/** Adds an address. @returns whether there was room for it. */
export function addOwnWallet(address: string): boolean {
  const before = ownWallets.get()
  if (before.includes(address)) return true
  if (before.length >= MAX_WALLETS) return false
  save([...before, address])
  return true
}

/** Removes an address. */
export function removeOwnWallet(address: string): void {
  save(ownWallets.get().filter((other) => other !== address))
}

function save(addresses: readonly string[]): void {
  writeStored(KEY, addresses)
  ownWallets.set(addresses)
}
