import { isObject, isString, isText, isWhole } from '../../shared/storage/guards.ts'
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
 * Script of the document's head: marks a page of someone who has been here with a wallet by its address before anything is painted, since the
 * server cannot know it, and says what `StoredAccount` shows of it: the colours of its identicon and its balance.
 */
export const STORED_WALLET_SCRIPT = `try{
const wallet=localStorage.getItem('${KEY}')
if(wallet){
const {address}=JSON.parse(wallet),seed=parseInt(address.slice(-6),16)||0,hue=seed%360
const octas=JSON.parse(localStorage.getItem('${BALANCE_KEY}'))
const cents=/^\\d{1,20}$/.test(octas)?BigInt(octas)/1000000n:-1n
const balance=cents<0n?'-':cents<1n&&octas>0?'< 0.01':String(cents).padStart(3,0).replace(/(..)$/,'.$1').replace(/\\B(?=(\\d{3})+\\.)/g,',')
const {dataset,style}=document.documentElement
dataset.wallet=address
style.setProperty('--account-hue',hue)
style.setProperty('--account-second',(hue+60+(seed>>9)%120)%360)
style.setProperty('--account-turn',(seed>>4)%360+'deg')
style.setProperty('--account-balance',JSON.stringify(balance))
}}catch{}`

/** Reads what the stored wallet held when it was last read, in octas; null when that is not known. */
export function readStoredBalance(): bigint | null {
  const octas = readStored(BALANCE_KEY, isWhole)
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
