/** Words by which wallets say that the person declined. */
const DECLINED = /reject|declin|denied|cancel/i

/** The text of whatever a wallet or the adapter threw; the adapter throws plain strings. Empty when it says nothing. */
export function walletErrorText(error: unknown): string {
  const text = typeof error === 'string' ? error : error instanceof Error ? error.message : ''
  return text.startsWith('[object') || text.startsWith('{') ? '' : text.trim()
}

/** Did the person decline, rather than something fail? */
export function isDeclined(error: unknown): boolean {
  return DECLINED.test(walletErrorText(error))
}

/** What a failed connect says. @source docs/product/wallet-and-session.md#failed-connections */
export function connectErrorText(error: unknown): string {
  return walletErrorText(error) || 'Connection Refused'
}

/** Did the network refuse it because it was signed too late? */
export function isExpired(error: unknown): boolean {
  return /transaction[_ ]?expired/i.test(walletErrorText(error))
}
