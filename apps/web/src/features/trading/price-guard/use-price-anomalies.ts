import { useQueries } from '@tanstack/react-query'
import { useSite } from '../../../app/site.tsx'
import { toOctas } from '../../../shared/format/apt.ts'
import { isFirstLoad, isUnknown } from '../../../shared/hooks/is-first-load.ts'
import { tokenDetailQuery } from '../items/detail-queries.ts'
import type { FloorNote } from '../items/item-rows.ts'
import type { TradeItemRow } from '../items/trade-items.tsx'
import {
  type AnomalyKind,
  anomalySentence,
  askedAnomaly,
  lossOf,
  type OthersReferences,
  type PriceAnomaly,
  purchaseAnomaly,
  saleAnomaly,
} from './price-anomalies.ts'
import { floorLabel } from './price-references.ts'
import { useOthersPrices } from './use-others-prices.ts'
import { useTraitFloors } from './use-trait-floors.ts'

/** An unusual price, with the name of what it is for. */
export interface NamedAnomaly {
  /** Of a token: items of a collection may share a name. */
  readonly tokenDataId?: string | null
  readonly name: string
  readonly octas: bigint
  /** Loss that it may cause for each item, octas; absent where nothing is compared. The worst of several is the one that is typed. */
  readonly lossOctas?: bigint
  /** Items that may be paid so much each; one unless it says otherwise. */
  readonly items?: number
  /** The only wallet that a listing is for; null or absent for anyone. */
  readonly reservedFor?: string | null
  /** The sentence of the anomaly. */
  readonly sentence: string
}

export interface PriceAnomalies {
  readonly anomalies: readonly NamedAnomaly[]
  /** Reference prices are still loading. */
  readonly isLooking: boolean
  /** Those of some token could not be loaded: its price is compared with nothing. */
  readonly isUncompared: boolean
  /** Returns the distance of a row's price from the present floor of its collection; null while it is unknown. */
  readonly floorNoteOf: FloorNote
}

type TokenKind = Exclude<AnomalyKind, 'offer'>

/** A token with its price. */
export interface ComparedRow extends Pick<TradeItemRow, 'tokenDataId' | 'name' | 'price' | 'reason'> {
  /** Octas; the highest bid of others, below which a listing is unusual. Absent: none. */
  readonly topBid?: string | null
}

type Known = OthersReferences & { readonly topBid: bigint | null }

const ANOMALY_OF: Readonly<Record<TokenKind, (octas: bigint, known: Known) => PriceAnomaly | null>> = {
  listing: askedAnomaly,
  purchase: purchaseAnomaly,
  sale: saleAnomaly,
}

/**
 * Compares the prices of bought, sold or listed tokens with floor, trait floor and last sale, its own or its collection's; for sales and
 * listings with the floors of others' listings.
 */
export function usePriceAnomalies(kind: TokenKind, rows: readonly ComparedRow[]): PriceAnomalies {
  const { api } = useSite()
  // Editions of one token share its facts.
  const ids = [...new Set(rows.flatMap(({ tokenDataId }) => tokenDataId ?? []))]
  const details = useQueries({ queries: ids.map((id) => tokenDetailQuery(api, id)) })
  // Purchases are compared with all listings; for other kinds the user's own ones are excluded.
  const isBought = kind === 'purchase'
  const others = useOthersPrices(details, !isBought)
  const traits = useTraitFloors(ids, isBought)
  const isComparing = others.isLooking || traits.isLooking
  const detailOf = (id: string | null) => details[ids.indexOf(id ?? '')]?.data
  // No warning until all prices are loaded: it would be replaced at once, and nothing can be signed before.
  const anomalies = rows.flatMap(({ tokenDataId, name, price, reason, topBid = null }) => {
    const octas = price === null || reason !== null || isComparing ? null : BigInt(price)
    const detail = detailOf(tokenDataId)
    const known = {
      ...others.of(detail),
      // Trait floors are compared only together with the token's other prices.
      ...(isBought && detail !== undefined && { startingTraitFloor: traits.of(tokenDataId) }),
      topBid: toOctas(topBid),
    }
    const anomaly = octas === null ? null : ANOMALY_OF[kind](octas, known)
    return octas === null || anomaly === null
      ? []
      : [
          {
            tokenDataId,
            name,
            octas,
            lossOctas: lossOf(kind, octas, anomaly),
            sentence: anomalySentence(kind, name, octas, anomaly),
          },
        ]
  })
  const floorNoteOf: FloorNote = ({ tokenDataId, price }) =>
    price === null ? null : floorLabel(BigInt(price), others.of(detailOf(tokenDataId)).floor)
  return {
    anomalies,
    floorNoteOf,
    isLooking: isComparing || details.some(isFirstLoad),
    isUncompared: details.some(isUnknown),
  }
}
