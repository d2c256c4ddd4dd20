import { Price } from '../../../shared/components/price.tsx'

export interface FundedSumProps {
  /** Octas. */
  total: bigint
  /** Octas of it that are funded; null or undefined where nothing limits them. */
  funded: bigint | null | undefined
}

/** Shows what bids come to, and what of it is funded where that is less. @source docs/product/bids.md#pool-bids */
export function FundedSum({ total, funded = null }: FundedSumProps) {
  return (
    <>
      <Price octas={total} />
      {funded !== null && funded < total && (
        <>
          , <Price octas={funded} rounding="down" /> funded
        </>
      )}
    </>
  )
}
