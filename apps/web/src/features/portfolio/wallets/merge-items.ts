import type { PortfolioToken } from '@opal/contract/portfolio'
import { editionKey } from '../../../entities/token/edition.ts'

/** An item of one of several wallets. */
export interface WalletItem {
  readonly wallet: string
  readonly token: PortfolioToken
}

/** Position at which the list of a wallet continues. */
export interface WalletCursor {
  readonly wallet: string
  /** Null for the first page. */
  readonly cursor: string | null
}

/** The next pages of some of the wallets' lists, each most valuable first. */
export interface MergedPage {
  readonly data: readonly WalletItem[]
  /** Positions at which the lists continue after this page; null at the end of one. */
  readonly ends: readonly WalletCursor[]
}

/** Returns a key of an item that is unique among several wallets. */
export function walletItemKey({ wallet, token }: WalletItem): string {
  return `${wallet} ${editionKey(token)}`
}

/** Returns the estimate of an item in octas; less than any where it has none. */
function valueOfItem({ token }: WalletItem): bigint {
  return token.estimatedPrice === null ? -1n : BigInt(token.estimatedPrice)
}

/** More than any estimate, in octas. */
const UNLIMITED = 2n ** 128n

/** Returns the lists that have more, each with the most that an item there may be worth: no more than the last that is loaded of it. */
function openLists(pages: readonly MergedPage[]): readonly (WalletCursor & { readonly most: bigint })[] {
  const ends = new Map(pages.flatMap((page) => page.ends.map((end) => [end.wallet, end.cursor] as const)))
  return [...ends].flatMap(([wallet, cursor]) => {
    if (cursor === null) return []
    const last = pages.flatMap(({ data }) => data.filter((item) => item.wallet === wallet)).at(-1)
    return [{ wallet, cursor, most: last === undefined ? UNLIMITED : valueOfItem(last) }]
  })
}

/** Returns the list to load next: the one that could hold the most valuable item; null where all are loaded. */
export function nextList(pages: readonly MergedPage[]): WalletCursor | null {
  const [first, ...others] = openLists(pages)
  if (first === undefined) return null
  const { wallet, cursor } = others.reduce((best, list) => (list.most > best.most ? list : best), first)
  return { wallet, cursor }
}

/** Merges the loaded items of several wallets, most valuable first, without those before which others may still belong. */
export function mergeItems(pages: readonly MergedPage[]): readonly WalletItem[] {
  const bound = openLists(pages).reduce((highest, { most }) => (most > highest ? most : highest), -1n)
  const items = new Map(pages.flatMap(({ data }) => data).map((item) => [walletItemKey(item), item]))
  return [...items.values()]
    .filter((item) => valueOfItem(item) >= bound)
    .toSorted((a, b) => Number(valueOfItem(b) - valueOfItem(a)))
}
