import type { TradeAnswer } from '@opal/contract/trading/trade'
import { toOctas } from '../../../shared/format/apt.ts'
import { formatCount } from '../../../shared/format/number.ts'
import { TradeItems } from '../items/trade-items.tsx'
import { floorLabel } from '../price-guard/price-references.ts'

export interface BidSubjectProps {
  /** Accessible name. */
  label: string
  name: string
  image: string | null
  /** The kind of bid. */
  place: string
  /** The quote; null until there is one. */
  answer: TradeAnswer | null
  /** Octas; null when there is none. */
  floor: string | null
  /** The floor is that of the items that fit a condition, not of their collection. */
  ofTrait?: boolean
}

/** Shows the subject of a bid on any of several items, with marketplace, price and number of items of its quote. */
export function BidSubject({ label, answer, floor, ofTrait = false, ...subject }: BidSubjectProps) {
  const terms = termsOf(answer, floor, ofTrait)
  return <TradeItems label={label} rows={[{ ...subject, key: 'it', tokenDataId: null, ...terms }]} />
}

function termsOf(answer: TradeAnswer | null, floor: string | null, ofTrait: boolean) {
  const { marketplace = null, priceOctas: price = null, quantity = '1' } = answer?.items[0] ?? {}
  if (price === null) return { marketplace: null, price: null, reason: null }
  const notes = [
    quantity !== '1' && `each of ${formatCount(quantity)}`,
    floorLabel(BigInt(price), toOctas(floor), { name: ofTrait ? 'trait floor' : 'floor' }),
  ]
  return { marketplace, price, reason: null, note: notes.filter(Boolean).join(', ') }
}
