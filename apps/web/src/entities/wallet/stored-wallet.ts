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
 * Script of the document's head: marks a page of someone who has been here with a wallet before anything is painted, since the
 * server cannot know it. Styles reserve the account's room by the mark.
 */
export const STORED_WALLET_SCRIPT = `try{if(localStorage.getItem('${KEY}'))document.documentElement.dataset.wallet=''}catch{}`

const isOctas = isText(/^\d{1,20}$/)

/** Reads what the stored wallet held when it was last read, in octas; null when that is not known. */
export function readStoredBalance(): bigint | null {
  const octas = readStored(BALANCE_KEY, isOctas)
  return octas === null ? null : BigInt(octas)
}

/** Stores what the stored wallet holds, in octas, to be shown first at the next visit. */
export function storeBalance(octas: bigint): void {
  writeStored(BALANCE_KEY, String(octas))
}

const listeners = new Set<() => void>()

/** Stores a wallet for the next visit; null removes it. A balance of another one is forgotten. */
export function storeWallet(wallet: StoredWallet | null): void {
  if (wallet === null || wallet.address !== readStoredWallet()?.address) writeStored(BALANCE_KEY, null)
  writeStored(KEY, wallet)
  for (const listener of [...listeners]) listener()
}

/** Calls the listener whenever this page stores or deletes a wallet. @returns a function that unsubscribes. */
export function onStoredWallet(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
