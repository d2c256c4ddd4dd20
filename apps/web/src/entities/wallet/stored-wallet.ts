import { isObject, isString, isText } from '../../shared/storage/guards.ts'
import { readStored, writeStored } from '../../shared/storage/storage.ts'

const KEY = 'opal.wallet'
const BALANCE_KEY = 'opal.balance'

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

/**
 * Script of the document's head: marks a page of somebody who has been here with a wallet before anything is painted, since the
 * server cannot know it. Styles reserve the account's room by the mark.
 */
export const STORED_WALLET_SCRIPT = `try{if(localStorage.getItem('${KEY}'))document.documentElement.dataset.wallet=''}catch{}`

const isStoredBalance = isObject({ address: isString, octas: isText(/^\d{1,20}$/) })

/** Reads what a wallet held when it was last read, in octas; null when that is not known. */
export function readStoredBalance(address: string): bigint | null {
  const stored = readStored(BALANCE_KEY, isStoredBalance)
  return stored?.address === address ? BigInt(stored.octas) : null
}

/** Stores what a wallet holds, in octas, to be shown first at the next visit. */
export function storeBalance(address: string, octas: bigint): void {
  writeStored(BALANCE_KEY, { address, octas: String(octas) })
}

const listeners = new Set<() => void>()

/** Stores a wallet for the next visit; null removes it and its balance. */
export function storeWallet(wallet: StoredWallet | null): void {
  writeStored(KEY, wallet)
  if (wallet === null) writeStored(BALANCE_KEY, null)
  for (const listener of [...listeners]) listener()
}

/** Calls the listener whenever this page stores or forgets a wallet. @returns a function that ends this. */
export function onStoredWallet(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
