import { looksLikeKey } from '../text/published-url.ts'

const SECRET_NAME = /KEY|TOKEN|SECRET|PASSWORD/
/** Variables whose URL contains a password, at a known place if the URL is well-formed; in a malformed one it may be anywhere. */
const ADDRESS_WITH_PASSWORD = /^(?:API_)?DATABASE_|^REDIS_URL$/
const SHOWN_LENGTH = 80

/**
 * Returns the value of an environment variable as a message may quote it, where it cannot hold a secret: of an address with a password
 * only how it begins. Null otherwise.
 */
export function shownValue(name: string, text: string): string | null {
  if (SECRET_NAME.test(name)) return null
  if (ADDRESS_WITH_PASSWORD.test(name)) {
    const scheme = /^[a-z]{1,20}:\/\//i.exec(text)?.[0]
    return scheme === undefined ? null : quoted(`${scheme}…`)
  }
  const isAddress = text.includes('://')
  if (text.includes('@') || (isAddress && /[?#]/.test(text)) || text.split(/[^\w-]+/).some(looksLikeKey)) return null
  return quoted(text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text)
}

function quoted(text: string): string {
  return JSON.stringify(text)
}
