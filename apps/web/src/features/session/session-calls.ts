import type { ApiClient } from '@opal/contract/client'
import {
  beginSignIn,
  getSession,
  type Session,
  type SignInAnswer,
  type SignInInput,
  signIn,
  signOut,
} from '@opal/contract/session'
import { CHAIN_NAMES, type NetworkName } from '@opal/domain/network'
import { throwing } from '../../shared/realtime/throwing.ts'

/** Fetches the current session. @throws ApiError */
export function readSession(api: ApiClient): Promise<Session> {
  return api(throwing(getSession), {})
}

/** The wallet that signs in, its network and the page. */
export interface SignInSubject {
  readonly walletAddress: string
  readonly network: NetworkName
  readonly page: Pick<Location, 'host' | 'origin'>
}

/**
 * Opens a session: a message from the API, signed by the wallet, answered to the API.
 * @throws ApiError, WalletRejectedError, ForeignSignInError when the message is not one for this page and this wallet.
 */
export async function openSession(
  api: ApiClient,
  who: SignInSubject,
  sign: (input: SignInInput) => Promise<SignInAnswer>,
): Promise<Session> {
  const { input } = await api(beginSignIn, { body: { walletAddress: who.walletAddress } })
  if (!isFor(who, input)) throw new ForeignSignInError()
  return api(signIn, { body: await sign(input) })
}

/** Thrown when the API requests a signature for another site or wallet. The message is shown to the user. */
export class ForeignSignInError extends Error {
  override readonly name = 'ForeignSignInError'
  constructor() {
    super('The server requested a sign-in for another site, so your wallet wasn’t asked. You’re not signed in.')
  }
}

/** Returns whether the message is for this page and wallet: another site could open a session with it. */
function isFor(
  { walletAddress, network, page }: SignInSubject,
  { domain, uri, address, chainId }: SignInInput,
): boolean {
  const isHere = domain === page.host && uri === page.origin
  return isHere && address === walletAddress && chainId === CHAIN_NAMES[network]
}

/** @throws ApiError */
export async function closeSession(api: ApiClient): Promise<void> {
  await api(signOut, {})
}
