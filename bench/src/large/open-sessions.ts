import { hashSessionToken, newSessionToken, sessionCookieName } from '@opal/api/auth/session-token'
import { DAY_MICROS } from '@opal/domain/time'
import { openSession } from '@opal/store/accounts/sessions'
import type { Store } from '@opal/store/driver/connection'
import type { Place } from './places.ts'

/** Signs every place's owner in. @returns the `Cookie` header by wallet. */
export async function openSessions(
  store: Store,
  places: readonly Place[],
  openedAtMicros: bigint,
): Promise<ReadonlyMap<string, string>> {
  const cookies = new Map<string, string>()
  for (const wallet of new Set(places.map(({ owner }) => owner))) {
    const token = newSessionToken()
    const times = { openedAtMicros, expiresAtMicros: openedAtMicros + DAY_MICROS }
    await openSession(store, hashSessionToken(token), { wallet, ...times, authKey: wallet })
    cookies.set(wallet, `${sessionCookieName('local')}=${token}`)
  }
  return cookies
}
