import cookie from '@fastify/cookie'
import { SESSION_COOKIE } from './session-token.ts'

/**
 * The `Set-Cookie` header of a session: no script reads it, no foreign site's forms send it, and over https it stays there.
 * @param apiUrl the address that browsers know us by.
 * @param maxAgeSeconds 0 takes the cookie away.
 */
export function sessionCookie(apiUrl: string, token: string, maxAgeSeconds: bigint): string {
  return cookie.fastifyCookie.serialize(SESSION_COOKIE, token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: apiUrl.startsWith('https:'),
    maxAge: Number(maxAgeSeconds),
  })
}
