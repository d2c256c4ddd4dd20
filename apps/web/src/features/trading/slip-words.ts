import { APT_DECIMALS, formatApt } from '../../lib/format/apt.ts'
import { formatUnits } from '../../lib/format/decimal.ts'
import type { PriceSlip } from './price-guard.ts'

/** What is done at a price that looks like a slip. */
export type SlipKind = 'listing' | 'purchase' | 'sale' | 'offer'

/** What looks wrong, in a sentence. @param octas the price that was typed, or is asked or offered. */
export function slipSentence(kind: SlipKind, name: string, octas: bigint, slip: PriceSlip): string {
  const price = `${formatUnits(octas, APT_DECIMALS)} APT`
  const reference = `${slip.reference} (${formatApt(slip.referenceOctas)} APT)`
  switch (kind) {
    case 'listing':
      return slip.direction === 'below'
        ? `${name} at ${price} is at most half of ${reference}.`
        : `${name} at ${price} is at least 20 times ${reference}.`
    case 'purchase':
      return `${name} costs ${price}, at least 5 times ${reference}.`
    case 'sale':
      return `${name} is sold for ${price}, at most ${slip.reference === 'the trait floor' ? 'a fifth' : 'half'} of ${reference}.`
    case 'offer':
      return `You offer ${price} for ${name}, at least 5 times ${reference}.`
  }
}
