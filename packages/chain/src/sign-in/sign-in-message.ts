import { createSignInMessage } from '@aptos-labs/siwa'
import type { Address } from '@opal/domain/address'
import { CHAIN_NAMES, type NetworkName } from '@opal/domain/network'

/** The fields of a Sign in with Aptos message, as wallets take them. Times are ISO 8601 in UTC. @source AIP-116 */
export interface SignInInput {
  /** `host[:port]` of the page that asks. */
  readonly domain: string
  readonly address: string
  readonly statement: string
  readonly uri: string
  readonly version: '1'
  readonly chainId: string
  readonly nonce: string
  readonly issuedAt: string
  readonly expirationTime: string
}

const STATEMENT = 'Sign in to Opal. This proves that the wallet is yours; it moves nothing and costs nothing.'

/** Returns all fields of a sign-in that this page asks this wallet for. Times are microseconds since 1970. */
export function signInInput(request: {
  readonly wallet: Address
  readonly network: NetworkName
  /** Origin of the page, e.g. `https://opal.example`. */
  readonly origin: string
  readonly nonce: string
  readonly issuedAtMicros: bigint
  readonly expiresAtMicros: bigint
}): SignInInput {
  return {
    domain: new URL(request.origin).host,
    address: request.wallet,
    statement: STATEMENT,
    uri: request.origin,
    version: '1',
    chainId: CHAIN_NAMES[request.network],
    nonce: request.nonce,
    issuedAt: toIso(request.issuedAtMicros),
    expirationTime: toIso(request.expiresAtMicros),
  }
}

/** Returns the text that the wallet shows and signs. */
export function signInText(input: SignInInput): string {
  return createSignInMessage(input)
}

/** Wall-clock time for people and wallets; chain time never passes here. */
function toIso(micros: bigint): string {
  return new Date(Number(micros / 1000n)).toISOString()
}
