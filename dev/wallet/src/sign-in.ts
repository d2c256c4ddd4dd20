import { createSignInMessage, createSignInSigningMessage } from '@aptos-labs/siwa'
import { APTOS_LOCALNET_CHAIN, type AptosSignInInput, type AptosSignInOutput } from '@aptos-labs/wallet-standard'
import { type HeldAccount, toAccountInfo } from './account-book.ts'

/** Origin of a sign-in request. */
export interface SignInPlace {
  /** `host:port` of the page. */
  readonly host: string
  readonly href: string
}

/** A sign-in request with every bound field filled, and the text a person reads. */
export interface SignInRequest {
  readonly input: AptosSignInOutput['input']
  readonly text: string
  /** Whether the page asks to sign in to another site than itself. Shown as a warning. */
  readonly foreignDomain: boolean
}

/**
 * Fills what the page left out and writes the message.
 * @source AIP-116, Sign in with Aptos
 */
export function prepareSignIn(request: AptosSignInInput, address: string, place: SignInPlace): SignInRequest {
  const input = {
    ...request,
    domain: request.domain || place.host,
    address: request.address ?? address,
    uri: request.uri ?? place.href,
    version: request.version ?? '1',
    chainId: request.chainId ?? APTOS_LOCALNET_CHAIN,
  }
  return { input, text: createSignInMessage(input), foreignDomain: input.domain !== place.host }
}

/** Signs the sign-in message with the account's key. */
export function signIn(request: SignInRequest, account: HeldAccount): AptosSignInOutput {
  const signature = account.key.sign(createSignInSigningMessage(request.text))
  return { account: toAccountInfo(account), input: request.input, signature, type: 'ed25519' }
}
