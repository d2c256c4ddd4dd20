import { getToken } from '@opal/contract/tokens'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { useSite } from '../../../app/site.tsx'
import type { TradeToken } from '../../../entities/order/trade-request.ts'
import { APT_DECIMALS, parseApt } from '../../../shared/format/apt.ts'
import { formatUnits } from '../../../shared/format/decimal.ts'
import { isStillComing } from '../confirmation/pending-trades.ts'
import {
  listPriceError,
  listPriceRefusal,
  type PriceAnomaly,
  type PriceReferences,
  priceAnomaly,
} from '../price-guard/price-anomalies.ts'
import { basisOctas, type PriceBasis, priceReferences, withPercent } from '../price-guard/price-references.ts'
import { useOthersPrices } from '../price-guard/use-others-prices.ts'

/** One token with the price somebody gives it. */
export interface PricedToken {
  readonly token: TradeToken
  readonly text: string
  /** Null for text that is no amount. */
  readonly octas: bigint | null
  readonly error: string | null
  readonly anomaly: PriceAnomaly | null
  readonly references: PriceReferences
}

export interface PricedTokens {
  readonly rows: readonly PricedToken[]
  /** Every row has an amount that the API can be asked about. */
  readonly isComplete: boolean
  /** Toast on submission; null when the prices are valid. */
  readonly refusal: string | null
  /** Not all is known yet to hold the prices against. */
  readonly isLooking: boolean
  setPrice(tokenDataId: string, text: string): void
  /** Gives every token a price by a basis, some percent up or down; those without the basis keep theirs. */
  apply(basis: PriceBasis, percent: string): void
}

/** Prices for some tokens, with what each is held against. */
export function usePricedTokens(tokens: readonly TradeToken[]): PricedTokens {
  const { api } = useSite()
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({})
  const details = useQueries({
    queries: tokens.map(({ tokenDataId }) => ({
      queryKey: ['token', tokenDataId],
      queryFn: () => api(getToken, { params: { id: tokenDataId } }),
    })),
  })
  const others = useOthersPrices(
    details.map(({ data }) => data),
    true,
  )
  const rows = tokens.map((token, at): PricedToken => {
    const text = texts[token.tokenDataId] ?? ''
    const octas = parseApt(text)
    const error = listPriceError(text, octas)
    const references = priceReferences(details[at]?.data)
    const anomaly = octas === null || error !== null ? null : priceAnomaly(octas, others.of(details[at]?.data))
    return { token, text, octas, error, anomaly, references }
  })
  const amounts = rows.flatMap(({ octas }) => octas ?? [])
  const refusal = listPriceRefusal(amounts)
  return {
    rows,
    isComplete: amounts.length === rows.length && refusal === null,
    refusal: amounts.length === rows.length ? refusal : null,
    isLooking: others.isLooking || details.some(isStillComing),
    setPrice: (tokenDataId, text) => setTexts((before) => ({ ...before, [tokenDataId]: text })),
    apply: (basis, percent) => {
      const next = rows.flatMap(({ token, references }) => {
        const start = basisOctas(basis, references, token.listedPrice)
        const octas = start === null ? null : withPercent(start, percent)
        return octas === null ? [] : [[token.tokenDataId, formatUnits(octas, APT_DECIMALS)] as const]
      })
      setTexts((before) => ({ ...before, ...Object.fromEntries(next) }))
    },
  }
}
