import cookie from '@fastify/cookie'
import type { NetworkName } from '@opal/domain/network'
import { sessionCookieName } from './session-token.ts'

/**
 * The `Set-Cookie` header of a session: no script reads it, no foreign site's forms send it, and off `local` it travels by https alone.
 * @param maxAgeSeconds 0 takes the cookie away.
 */
export function sessionCookie(network: NetworkName, token: string, maxAgeSeconds: bigint): string {
  return cookie.fastifyCookie.serialize(sessionCookieName(network), token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: network !== 'local',
    maxAge: Number(maxAgeSeconds),
  })
}
