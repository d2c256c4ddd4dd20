import type { AptosSignInInput, AptosSignInOutput } from '@aptos-labs/siwa'
import type { SignInAnswer, SignInInput } from '@opal/contract/session'
import { WalletRejectedError } from '../../entities/wallet/wallet-session.ts'
import { isDeclined, walletErrorText } from './wallet-errors.ts'

/** A wallet's response: the signed message, or that the user declined. */
type Response = { readonly status: string; readonly args: AptosSignInOutput } | { readonly status: string }

interface Feature {
  signIn(input: AptosSignInInput): Promise<Response>
}

/** The part of a wallet that signing in uses. */
export interface SigningWallet {
  readonly features: { readonly 'aptos:signIn'?: Feature | undefined }
}

/**
 * Returns a wallet's sign-in function with the API's response format; null for a wallet without one.
 *
 * Calls the wallet directly: the adapter's own `signIn` reconnects, and disconnects when the user declines.
 * @source AIP-116, wallet standard "aptos:signIn"
 */
export function signInOf(wallet: SigningWallet | null): ((input: SignInInput) => Promise<SignInAnswer>) | null {
  const feature = wallet?.features['aptos:signIn']
  if (feature === undefined) return null
  return async (input) => {
    const [response, { serializeSignInOutput }] = await Promise.all([ask(feature, input), import('@aptos-labs/siwa')])
    if (!('args' in response)) throw new WalletRejectedError('You declined in your wallet.')
    return toAnswer(serializeSignInOutput(response.args))
  }
}

async function ask(feature: Feature, input: SignInInput): Promise<Response> {
  try {
    return await feature.signIn(input)
  } catch (error) {
    if (isDeclined(error)) throw new WalletRejectedError(walletErrorText(error), { cause: error })
    throw new Error(walletErrorText(error) || 'Your wallet couldn’t sign in.', { cause: error })
  }
}

/** Removes undefined fields, which wallets return and the API rejects. */
function toAnswer(output: {
  readonly version: '2'
  readonly type: string
  readonly signature: string
  readonly publicKey: string
  readonly input: object
}): SignInAnswer {
  return JSON.parse(JSON.stringify(output)) as SignInAnswer
}
