import { createHash, randomBytes } from 'node:crypto'

/** Name of the session's cookie. */
export const SESSION_COOKIE = 'opal_session'

/** A token that nobody guesses: 256 random bits, base64url. */
export function newSessionToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What the store keeps of a token. */
export function hashSessionToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
