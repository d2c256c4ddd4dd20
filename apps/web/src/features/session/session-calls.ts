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
import type { NetworkName } from '@opal/domain/network'
import { throwing } from '../../shared/realtime/throwing.ts'

/** Who the API takes us for. @throws ApiError */
export function readSession(api: ApiClient): Promise<Session> {
  return api(throwing(getSession), {})
}

/** Who signs in, and on which page. */
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

/** The API asks for a signature that would sign in elsewhere, or somebody else. The message is for people. */
export class ForeignSignInError extends Error {
  override readonly name = 'ForeignSignInError'
  constructor() {
    super(
      'The server asked for a sign-in that is not for this page. Your wallet was not asked, and you are not signed in.',
    )
  }
}

/** Chain names of the wallet standard. @source AIP-62 */
const CHAIN_NAMES: Readonly<Record<NetworkName, string>> = {
  local: 'aptos:localnet',
  testnet: 'aptos:testnet',
  mainnet: 'aptos:mainnet',
}

/** What is signed for another site's page would open a session there. */
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
