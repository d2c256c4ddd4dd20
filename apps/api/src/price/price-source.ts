/** Where the price of an APT comes from, as `APT_PRICE_SOURCE` says. */
export type PriceSource =
  | { readonly kind: 'static'; readonly usd: number }
  | { readonly kind: 'coingecko' }
  | { readonly kind: 'pyth' }

/** Reads a source from text; null when it names none. */
export function parsePriceSource(text: string): PriceSource | null {
  if (text === 'coingecko' || text === 'pyth') return { kind: text }
  const usd = /^static:(\d{1,9}(?:\.\d{1,9})?)$/.exec(text)?.[1]
  return usd === undefined ? null : { kind: 'static', usd: Number(usd) }
}
