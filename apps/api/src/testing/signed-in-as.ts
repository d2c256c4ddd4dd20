import type { Endpoint } from '@opal/contract/http/endpoint'
import { EXAMPLE } from '@opal/contract/shapes/example-ids'
import { openSession } from '@opal/store/accounts/sessions'
import { hashSessionToken, newSessionToken, sessionCookieName } from '../auth/session-token.ts'
import { TEST_NOW_MICROS, TEST_OPERATOR_TOKEN, type TestApi } from './test-api.ts'

/** Opens a session for a wallet. @returns the `Cookie` header that carries it. */
export async function signedInAs(
  { store, config }: Pick<TestApi, 'store' | 'config'>,
  wallet: string,
): Promise<string> {
  const token = newSessionToken()
  const times = { openedAtMicros: TEST_NOW_MICROS, expiresAtMicros: TEST_NOW_MICROS + 3_600_000_000n }
  await openSession(store, hashSessionToken(token), { wallet, ...times, authKey: wallet })
  return `${sessionCookieName(config.network)}=${token}`
}

/** Returns the headers that authenticate the caller of an endpoint's example. */
export async function exampleHeaders(
  api: Pick<TestApi, 'store' | 'config'>,
  { access }: Endpoint,
): Promise<Record<string, string>> {
  if (access === 'operator') return { authorization: `Bearer ${TEST_OPERATOR_TOKEN}` }
  return access === 'wallet' ? { cookie: await signedInAs(api, EXAMPLE.signer) } : {}
}
