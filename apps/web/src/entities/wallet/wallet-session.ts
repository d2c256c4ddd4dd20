import type { SignInAnswer, SignInInput } from '@opal/contract/session'
import type { TradePayload } from '@opal/domain/payload'
import { createStore } from '../../shared/hooks/store.ts'

/** The state of the connected wallet. */
export interface WalletSession {
  /**
   * `waiting`: the wallet code is not loaded yet; `restoring`: the wallet of the last visit is reconnecting;
   * `disconnected`, `connecting`, `connected`.
   */
  readonly status: 'waiting' | 'restoring' | 'disconnected' | 'connecting' | 'connected'
  readonly walletName: string | null
  readonly walletIcon: string | null
  readonly address: string | null
  /** Octas; null while unknown. */
  readonly balance: bigint | null
  /** Whether the wallet is on another network than the site. */
  readonly wrongNetwork: boolean
}

/** The connected wallet. Written by `features/wallet` only, which is loaded after the first paint; every feature reads it. */
export const walletSession = createStore<WalletSession>({
  status: 'waiting',
  walletName: null,
  walletIcon: null,
  address: null,
  balance: null,
  wrongNetwork: false,
})

/** Actions of the connected wallet. */
export interface WalletActions {
  disconnect(): Promise<void>
  /**
   * Asks the wallet to sign and submit.
   * @param maxGasAmount most gas units; null leaves the limit to the wallet.
   * @param signer account that the payload was quoted and checked for.
   * @returns the transaction's hash.
   * @throws WalletRejectedError when the user declined; WalletSwitchedError when another account is connected by now, WalletNetworkError on another
   * network.
   */
  signAndSubmit(payload: TradePayload, maxGasAmount: number | null, signer: string): Promise<string>
  /** Set where the wallet builds transactions itself and takes no expiration time. */
  readonly setsOwnDeadline: boolean
  /**
   * Asks the wallet to sign a Sign in with Aptos message; null where the wallet does not support it.
   * @throws WalletRejectedError when the user declined.
   */
  readonly signIn: ((input: SignInInput) => Promise<SignInAnswer>) | null
  /** Reads the balance again. @returns false if the node did not answer. */
  refreshBalance(): Promise<boolean>
  /** Returns how many transactions the wallet has sent; null when the node does not answer. */
  sequenceNumber(): Promise<bigint | null>
  /** Asks the wallet to switch to the site's network. */
  switchNetwork(): Promise<void>
}

/**
 * Actions of the connected wallet; null until `features/wallet`, which sets them, is loaded. A store and not a command, because
 * callers await the results.
 */
export const walletActions = createStore<WalletActions | null>(null)

/** Thrown when the user declined in their wallet. Not a failure. */
export class WalletRejectedError extends Error {
  override readonly name = 'WalletRejectedError'
}

/** Thrown when another account was connected before the wallet was asked. Nothing was sent. */
export class WalletSwitchedError extends Error {
  override readonly name = 'WalletSwitchedError'

  constructor() {
    super('Your wallet switched accounts. Nothing was sent.')
  }
}

/** Thrown when the wallet is on another network than the site. Nothing was sent. */
export class WalletNetworkError extends Error {
  override readonly name = 'WalletNetworkError'

  constructor() {
    super('Your wallet is on another network. Nothing was sent.')
  }
}

/** Thrown when the transaction expired before it was signed. Nothing was sent. */
export class WalletTooLateError extends Error {
  override readonly name = 'WalletTooLateError'

  constructor() {
    super(
      'The approval came too late and the transaction expired. Nothing was sent or moved. Try again. If you approved at once, check your device’s clock.',
    )
  }
}
