import { openSession } from '@opal/store/accounts/sessions'
import { hashSessionToken, newSessionToken, sessionCookieName } from '../auth/session-token.ts'
import { TEST_NOW_MICROS, type TestApi } from './test-api.ts'

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
