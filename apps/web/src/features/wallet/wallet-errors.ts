/** Matches the messages of wallets when the user declined. */
const DECLINED = /reject|declin|denied|cancel/i

/** Returns the message of a thrown value (the adapter throws plain strings); empty when there is none. */
export function walletErrorText(error: unknown): string {
  const text = typeof error === 'string' ? error : error instanceof Error ? error.message : ''
  return text.startsWith('[object') || text.startsWith('{') ? '' : text.trim()
}

/** Returns whether the user declined. */
export function isDeclined(error: unknown): boolean {
  return DECLINED.test(walletErrorText(error))
}

/** Returns the message of a failed connection. @source docs/product/wallet-and-session.md#failed-connections */
export function connectErrorText(error: unknown): string {
  return walletErrorText(error) || 'Connection Refused'
}

/** Returns whether the network refused the transaction because it expired. */
export function isExpired(error: unknown): boolean {
  return /transaction[_ ]?expired/i.test(walletErrorText(error))
}
