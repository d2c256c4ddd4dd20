/**
 * Match the messages of wallets when the user declined: they say who did it, or nothing else. A node rejects, a contract denies and names what was
 * cancelled, and a wallet's own request is cancelled after it has sent: a trade that is taken for declined is looked for no more.
 */
const DECLINED = [
  /\b(user|you)\b[^.:]{0,30}\b(reject|declin|denied|cancel)/i,
  /\b(reject|declin|denied|cancel)\w* by (the )?(user|you)\b/i,
  /^(the )?((request|transaction|signature|signing|sign-in|connection|approval|prompt) )?((was|has been|is|got) )?(rejected|declined|denied)[.!]?$/i,
  /^(the )?(request|transaction|signature|signing|sign-in|connection|approval|prompt) ((was|has been|is|got) )?cancell?ed[.!]?$/i,
]
/** Match what the chain has said. */
const OF_CHAIN = [/abort|\bvm\b|simulat|0x[\da-f]/i, /[A-Z]_[A-Z]/]

/** Returns the message of a thrown value (the adapter throws plain strings); empty when there is none. */
export function walletErrorText(error: unknown): string {
  const text = typeof error === 'string' ? error : error instanceof Error ? error.message : ''
  return text.startsWith('[object') || text.startsWith('{') ? '' : text.trim()
}

/** Returns whether the user declined. */
export function isDeclined(error: unknown): boolean {
  const text = walletErrorText(error)
  const isAny = (patterns: readonly RegExp[]) => patterns.some((pattern) => pattern.test(text))
  return isAny(DECLINED) && !isAny(OF_CHAIN)
}

/** Returns the message of a failed connection. @source docs/product/wallet-and-session.md#failed-connections */
export function connectErrorText(error: unknown): string {
  return walletErrorText(error) || 'Connection Refused'
}

/** Returns whether the network refused the transaction because it expired. */
export function isExpired(error: unknown): boolean {
  return /transaction[_ ]?expired/i.test(walletErrorText(error))
}
