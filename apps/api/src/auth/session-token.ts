import { createHash, randomBytes } from 'node:crypto'
import cookie from '@fastify/cookie'
import type { NetworkName } from '@opal/domain/network'

/**
 * Returns the name of the session's cookie. Off `local` browsers take a cookie of this name over https alone and for this host alone: no sibling
 * host can plant a session. Localnet is plain http, where they would refuse it.
 */
export function sessionCookieName(network: NetworkName): string {
  return network === 'local' ? 'opal_session' : '__Host-opal_session'
}

/** Creates a token of 256 random bits, base64url. */
export function newSessionToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Returns the hash of a token; the store has only this. */
export function hashSessionToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/**
 * Returns the `Set-Cookie` header of a session: no script reads it, no foreign site's forms send it, and off `local` it travels by https alone.
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
