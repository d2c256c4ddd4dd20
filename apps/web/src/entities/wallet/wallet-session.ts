import type { SignInAnswer, SignInInput } from '@opal/contract/session'
import type { WirePayload } from '@opal/contract/trading/trade'
import { createStore } from '../../shared/hooks/store.ts'

/** The wallet as the rest of the site sees it. Filled by the wallet feature, which is loaded after paint. */
export interface WalletSession {
  /**
   * `waiting`: the wallet code is not there yet; `restoring`: a wallet of last time is being asked again;
   * `disconnected`, `connecting`, `connected`.
   */
  readonly status: 'waiting' | 'restoring' | 'disconnected' | 'connecting' | 'connected'
  readonly walletName: string | null
  readonly walletIcon: string | null
  readonly address: string | null
  /** Octas; null while unknown. */
  readonly balance: bigint | null
  /** The wallet is on another chain than the site. */
  readonly wrongNetwork: boolean
}

/** The connected wallet, as the wallet feature tells it. */
export const walletSession = createStore<WalletSession>({
  status: 'waiting',
  walletName: null,
  walletIcon: null,
  address: null,
  balance: null,
  wrongNetwork: false,
})

/** What the wallet can be asked to do once it is connected. */
export interface WalletActions {
  disconnect(): Promise<void>
  /**
   * Asks the wallet to sign and submit.
   * @param maxGasAmount gas units that it may offer at most; null leaves that to the wallet.
   * @returns the transaction's hash.
   * @throws WalletRejectedError when the person said no.
   */
  signAndSubmit(payload: WirePayload, maxGasAmount: number | null): Promise<string>
  /**
   * Asks the wallet to sign a Sign in with Aptos message; null where the wallet cannot.
   * @throws WalletRejectedError when the person said no.
   */
  readonly signIn: ((input: SignInInput) => Promise<SignInAnswer>) | null
  refreshBalance(): Promise<void>
  /** How many transactions the wallet has sent; null when the node does not say. */
  sequenceNumber(): Promise<bigint | null>
  /** Asks the wallet to go to the site's network. */
  switchNetwork(): Promise<void>
}

/** What can be asked of the wallet; null until its code has been loaded. */
export const walletActions = createStore<WalletActions | null>(null)

/** The person declined in their wallet. Not a failure. */
export class WalletRejectedError extends Error {
  override readonly name = 'WalletRejectedError'
}

/** The network did not take it, because it was signed too late. Nothing was sent. */
export class WalletTooLateError extends Error {
  override readonly name = 'WalletTooLateError'

  constructor() {
    super('It was approved too late: the time to sign it had run out. Nothing was sent or moved. Try again.')
  }
}
