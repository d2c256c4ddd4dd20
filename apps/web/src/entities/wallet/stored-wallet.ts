import { isObject, isString, isText } from '../../shared/storage/guards.ts'
import { readStored, writeStored } from '../../shared/storage/storage.ts'

const KEY = 'opal.wallet'

/** The wallet of last time. @source docs/product/wallet-and-session.md#remembered-wallet */
export interface StoredWallet {
  readonly name: string
  readonly address: string
  readonly publicKey: string
}
const isStoredWallet = isObject({ name: isText(/^.{1,80}$/), address: isString, publicKey: isString })

/** The wallet of the last visit; null when there is none, or somebody edited it. */
export function readStoredWallet(): StoredWallet | null {
  return readStored(KEY, isStoredWallet)
}

/** Keeps a wallet for the next visit; null forgets it. */
export function storeWallet(wallet: StoredWallet | null): void {
  writeStored(KEY, wallet)
}
