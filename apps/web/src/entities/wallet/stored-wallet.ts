import { isObject, isString, isText } from '../../shared/storage/guards.ts'
import { readStored, writeStored } from '../../shared/storage/storage.ts'

const KEY = 'opal.wallet'

/** The wallet that was connected at the last visit. @source docs/product/wallet-and-session.md#remembered-wallet */
export interface StoredWallet {
  readonly name: string
  readonly address: string
  readonly publicKey: string
}
const isStoredWallet = isObject({ name: isText(/^.{1,80}$/), address: isString, publicKey: isString })

/** Reads the wallet of the last visit; null when there is none or the stored value is invalid. */
export function readStoredWallet(): StoredWallet | null {
  return readStored(KEY, isStoredWallet)
}

const listeners = new Set<() => void>()

/** Stores a wallet for the next visit; null removes it. */
export function storeWallet(wallet: StoredWallet | null): void {
  writeStored(KEY, wallet)
  for (const listener of [...listeners]) listener()
}

/** Calls the listener whenever this page stores or forgets a wallet. @returns a function that ends this. */
export function onStoredWallet(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
