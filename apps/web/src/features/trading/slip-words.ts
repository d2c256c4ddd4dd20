import { APT_DECIMALS, formatApt } from '../../lib/format/apt.ts'
import { formatUnits } from '../../lib/format/decimal.ts'
import type { PriceSlip } from './price-guard.ts'

/** What is done at a price that looks like a slip. */
export type SlipKind = 'listing' | 'purchase' | 'sale' | 'offer'

/** What looks wrong, in a sentence. @param octas the price that was typed, or is asked or offered. */
export function slipSentence(kind: SlipKind, name: string, octas: bigint, slip: PriceSlip): string {
  const price = `${formatUnits(octas, APT_DECIMALS)} APT`
  const reference = `${slip.reference} of ${formatApt(slip.referenceOctas)} APT`
  switch (kind) {
    case 'listing':
      return slip.direction === 'below'
        ? `${name} at ${price} is half of ${reference} or less.`
        : `${name} at ${price} is 20 times ${reference} or more.`
    case 'purchase':
      return `${name} costs ${price}: 5 times ${reference} or more.`
    case 'sale':
      return `${name} is sold for ${price}: ${slip.reference === 'the trait floor' ? 'a fifth' : 'half'} of ${reference} or less.`
    case 'offer':
      return `You offer ${price} for ${name}: 5 times ${reference} or more.`
  }
}
