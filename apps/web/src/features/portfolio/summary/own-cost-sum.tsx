import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSite } from '../../../app/site.tsx'
import { type OwnCostSums, ownCostSumsQuery } from '../portfolio-query.ts'
import { anySum, useOwnCosts } from './own-cost-sums.ts'

export interface OwnCostSumProps {
  wallet: string
  /** Takes the amounts; null while they are unknown, and where there are none. */
  onSum(sum: OwnCostSums | null): void
}

/** Finds the amounts that the viewer's own costs add to the summary of a wallet. Renders nothing; loaded after the first paint. */
export default function OwnCostSum({ wallet, onSum }: OwnCostSumProps) {
  const { api } = useSite()
  const costsOf = useOwnCosts()
  const sum = anySum(useQuery(ownCostSumsQuery(api, wallet, costsOf(wallet))))
  useEffect(() => onSum(sum), [onSum, sum])
  return null
}
