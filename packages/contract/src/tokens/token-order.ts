import type { TokenSort } from '../constants/sorts.ts'
import type { Token } from '../tokens.ts'

/** Fields that tokens are ordered by. */
export type OrderedToken = Pick<
  Token,
  'tokenDataId' | 'name' | 'rarity' | 'listedPrice' | 'listedAtMicros' | 'lastSaleAtMicros'
>
type Compare = (a: OrderedToken, b: OrderedToken) => number

const COMPARE: Readonly<Record<TokenSort, Compare>> = {
  price_asc: byValue((token) => token.listedPrice, 1),
  price_desc: byValue((token) => token.listedPrice, -1),
  listed_desc: byValue((token) => token.listedAtMicros, -1),
  // Tokens that were never sold come last.
  last_sale_desc: byValue((token) => token.lastSaleAtMicros ?? '0', -1),
  rarity_asc: byValue(({ rarity }) => rarity, 1),
  rarity_desc: byValue(({ rarity }) => rarity, -1),
  name_asc: (a, b) => compareTokenNames(a.name, b.name) || compareIds(a, b),
}

/**
 * Returns the order of a tokens page, for clients that insert a token into a loaded page. Tokens without the
 * metric come last, by id; equal ones by id in the direction of the order.
 */
export function compareTokens(sort: TokenSort): Compare {
  return COMPARE[sort]
}

function byValue(sortValue: (token: OrderedToken) => string | number | null, direction: 1 | -1): Compare {
  return (a, b) => {
    const [left, right] = [sortValue(a), sortValue(b)]
    if (left === null && right === null) return compareIds(a, b)
    if (left === null || right === null) return left === null ? 1 : -1
    const difference = BigInt(left) - BigInt(right)
    if (difference === 0n) return compareIds(a, b) * direction
    return difference < 0n ? -direction : direction
  }
}

/** Compares names as the store does: shorter ones first, so that "Ape #9" is before "Ape #10"; equally long ones by code points. */
export function compareTokenNames(left: string, right: string): number {
  const difference = lengthOf(left) - lengthOf(right)
  if (difference !== 0) return difference
  for (let at = 0; at < left.length && at < right.length; at += 1) {
    if (left.charCodeAt(at) === right.charCodeAt(at)) continue
    return (left.codePointAt(at) ?? 0) - (right.codePointAt(at) ?? 0)
  }
  return left.length - right.length
}

/** Returns the number of code points of a text. */
function lengthOf(text: string): number {
  let length = text.length
  for (let at = 0; at < text.length; at += 1) if ((text.charCodeAt(at) & 0xfc00) === 0xdc00) length -= 1
  return length
}

function compareIds(a: OrderedToken, b: OrderedToken): number {
  return a.tokenDataId < b.tokenDataId ? -1 : a.tokenDataId > b.tokenDataId ? 1 : 0
}
