import type { Wallet } from '@opal/contract/names'

/** Characters of an address that are shown. @source docs/product/display.md#addresses */
const ADDRESS_TAIL = { short: 6, long: 25 } as const
/** Longest name. @source docs/product/display.md#names */
const NAME_LENGTH = { cell: 8, short: 12, long: 25 } as const

/** The end of an address: what people compare it by. */
export function formatAddress(address: string, length: keyof typeof ADDRESS_TAIL = 'short'): string {
  return `…${address.slice(-ADDRESS_TAIL[length])}`
}

/** A name cut to the length of its place; counted in characters as people see them. */
export function truncateName(name: string, length: keyof typeof NAME_LENGTH = 'short'): string {
  const limit = NAME_LENGTH[length]
  // No character is shorter than one unit, and most names are short.
  if (name.length <= limit) return name
  const characters = [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(name)]
  if (characters.length <= limit) return name
  return `${characters
    .slice(0, limit)
    .map(({ segment }) => segment)
    .join('')
    .trimEnd()}…`
}

/** A wallet for the eye: `You`, its .apt name, or the end of its address. */
export function formatWallet(wallet: Pick<Wallet, 'walletAddress' | 'aptosName'>, viewer: string | null): string {
  if (viewer !== null && wallet.walletAddress === viewer) return 'You'
  return wallet.aptosName === null ? formatAddress(wallet.walletAddress) : truncateName(wallet.aptosName)
}

/** Last part of a token's name, from its `#` on, where a picture already says the rest. */
export function tokenNumber(name: string): string {
  const at = name.lastIndexOf('#')
  return at > 0 ? name.slice(at) : name
}
