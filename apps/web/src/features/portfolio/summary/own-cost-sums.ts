import type { PortfolioPnl } from '@opal/contract/portfolio/pnl'
import { useQueries } from '@tanstack/react-query'
import { useSite } from '../../../app/site.tsx'
import { openOwnCosts, ownCosts } from '../../../entities/token/own-costs.ts'
import { useOwnAddress } from '../../../entities/wallet/use-own-address.ts'
import { useStore } from '../../../shared/hooks/store.ts'
import { useOnMount } from '../../../shared/hooks/use-on-mount.ts'
import { type OwnCostSums, ownCostSumsQuery } from '../portfolio-query.ts'
import { openOwnWallets, ownWallets } from '../wallets/own-wallets.ts'

/**
 * Returns the amounts that the viewer's own costs add to the summaries of some wallets, in their order; null while unknown, where there are
 * none, and of wallets that are not the viewer's: neither connected nor among My wallets.
 */
export function useOwnCostSums(wallets: readonly string[]): readonly (OwnCostSums | null)[] {
  const { api } = useSite()
  const connected = useOwnAddress()
  const added = useStore(ownWallets)
  const all = useStore(ownCosts)
  useOnMount(openOwnCosts)
  useOnMount(openOwnWallets)
  const costsOf = (wallet: string) =>
    wallet === connected || added.includes(wallet) ? all.filter((cost) => cost.wallet === wallet) : []
  return useQueries({
    queries: wallets.map((wallet) => ownCostSumsQuery(api, wallet, costsOf(wallet))),
    combine: (found) => found.map(({ data }) => (data === undefined || data.items === 0n ? null : data)),
  })
}

/** Returns a summary in which own costs count. @source docs/product/portfolio-and-pnl.md#own-costs */
export function withOwnCosts(pnl: PortfolioPnl, own: OwnCostSums | null): PortfolioPnl {
  if (own === null) return pnl
  const unknown = BigInt(pnl.unknownCostCount)
  return {
    ...pnl,
    costPrice: String(BigInt(pnl.costPrice) + own.cost),
    knownCostEstimate: String(BigInt(pnl.knownCostEstimate) + own.estimate),
    unrealizedPNL: String(BigInt(pnl.unrealizedPNL) + own.estimate - own.cost),
    unknownCostCount: String(own.items < unknown ? unknown - own.items : 0n),
  }
}
