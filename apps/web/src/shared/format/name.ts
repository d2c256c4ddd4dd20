import type { Wallet } from '@opal/contract/names'

/** Digits of an address that are shown at its start and its end. @source docs/product/display.md#addresses */
const ADDRESS_PARTS = { short: [4, 4], long: [10, 12] } as const
/** Most characters of a name. @source docs/product/display.md#names */
const NAME_LENGTH = { cell: 8, short: 12, long: 25 } as const

/** Shortens an address to its first and last digits. @example formatAddress('0x3f49…') // '0x3f49…73db' */
export function formatAddress(address: string, length: keyof typeof ADDRESS_PARTS = 'short'): string {
  const [first, last] = ADDRESS_PARTS[length]
  const digits = address.replace(/^0x/, '')
  return digits.length <= first + last ? `0x${digits}` : `0x${digits.slice(0, first)}…${digits.slice(-last)}`
}

/** Characters that would run into an ellipsis. */
const TRAILING = /[\s.…]+$/u

/** Truncates a name, counting grapheme clusters: to what is before one ellipsis, without dots. */
export function truncateName(name: string, length: keyof typeof NAME_LENGTH = 'short'): string {
  const limit = NAME_LENGTH[length]
  // A grapheme has at least one code unit: most names need no segmenter.
  if (name.length <= limit) return name
  const characters = [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(name)]
  if (characters.length <= limit) return name
  const start = characters
    .slice(0, limit)
    .map(({ segment }) => segment)
    .join('')
  return `${start.replace(TRAILING, '')}…`
}

/** Returns a wallet with its name, if it is among those that are known. */
export function namedWallet(walletAddress: string, names: ReadonlyMap<string, string>): Wallet {
  return { walletAddress, aptosName: names.get(walletAddress) ?? null, isWalletAddress: true }
}

/** Formats a wallet: `You` for the viewer's, else its .apt name, else its shortened address. */
export function formatWallet(wallet: Pick<Wallet, 'walletAddress' | 'aptosName'>, viewer: string | null): string {
  if (viewer !== null && wallet.walletAddress === viewer) return 'You'
  return wallet.aptosName === null ? formatAddress(wallet.walletAddress) : truncateAptosName(wallet.aptosName)
}

/** A name of the name service, with or without a subdomain. */
const APTOS_NAME = /^(?:[a-z0-9-]{1,63}\.)?[a-z0-9-]{1,63}\.apt$/i

/** Returns whether a text can be a name of the name service, with its ending and in any case. */
export function isAptosName(text: string): boolean {
  return APTOS_NAME.test(text)
}

const ENDING = '.apt'

/** A name of the name service, cut before its ending, which says what it is: `averylongnam…apt`. @source docs/product/display.md#names */
function truncateAptosName(name: string): string {
  if (!name.endsWith(ENDING)) return truncateName(name)
  const stem = name.slice(0, -ENDING.length)
  const shown = truncateName(stem)
  return shown === stem ? name : `${shown}${ENDING.slice(1)}`
}

/** Returns the last part of a token's name, from its `#` on; the whole name without one. */
export function tokenNumber(name: string): string {
  const at = name.lastIndexOf('#')
  return at > 0 ? name.slice(at) : name
}
