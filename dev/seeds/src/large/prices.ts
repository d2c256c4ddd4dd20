/**
 * Prices are whole thousandths of an APT while history is made up, which fit typed arrays; rows say octas.
 */
export type Milli = number

const OCTAS_ZEROS = '00000'

/** Returns octas as decimal text. */
export function octasOf(milli: Milli): string {
  return milli === 0 ? '0' : `${milli}${OCTAS_ZEROS}`
}

/** Returns the marketplace's and the creator's part of a sale, in octas. */
export function feesOf(milli: Milli): {
  readonly commission: string
  readonly royalty: string
  readonly seller: string
} {
  const octas = BigInt(milli) * 100_000n
  const commission = (octas * 25n) / 1_000n
  const royalty = (octas * 5n) / 100n
  return { commission: String(commission), royalty: String(royalty), seller: String(octas - commission - royalty) }
}
