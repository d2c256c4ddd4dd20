import type { ApiClient } from '@opal/contract/client'
import { beginSignIn } from '@opal/contract/endpoints/begin-sign-in'
import { getSession } from '@opal/contract/endpoints/get-session'
import { signIn } from '@opal/contract/endpoints/sign-in'
import { signOut } from '@opal/contract/endpoints/sign-out'
import type { Session, SignInAnswer, SignInInput } from '@opal/contract/shapes/session'
import { throwing } from '../../lib/throwing.ts'

/** Who the API takes us for. @throws ApiError */
export function readSession(api: ApiClient): Promise<Session> {
  return api(throwing(getSession), {})
}

/**
 * Opens a session: a message from the API, signed by the wallet, answered to the API.
 * @throws ApiError, WalletRejectedError
 */
export async function openSession(
  api: ApiClient,
  walletAddress: string,
  sign: (input: SignInInput) => Promise<SignInAnswer>,
): Promise<Session> {
  const { input } = await api(beginSignIn, { body: { walletAddress } })
  return api(signIn, { body: await sign(input) })
}

/** @throws ApiError */
export async function closeSession(api: ApiClient): Promise<void> {
  await api(signOut, {})
}
