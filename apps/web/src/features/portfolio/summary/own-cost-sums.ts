import { type OwnCost, openOwnCosts, ownCosts } from '../../../entities/token/own-costs.ts'
import { useOwnAddress } from '../../../entities/wallet/use-own-address.ts'
import { useStore } from '../../../shared/hooks/store.ts'
import { useOnMount } from '../../../shared/hooks/use-on-mount.ts'
import type { OwnCostSums } from '../portfolio-query.ts'
import { openOwnWallets, ownWallets } from '../wallets/own-wallets.ts'

/** Returns the amounts of a query of own costs; null while they are unknown, and where no item has such a cost. */
export function anySum({ data }: { readonly data?: OwnCostSums | undefined }): OwnCostSums | null {
  return data === undefined || data.items === 0n ? null : data
}

/** Returns what finds the viewer's own costs for a wallet: none for one that is neither connected nor among My wallets. */
export function useOwnCosts(): (wallet: string) => readonly OwnCost[] {
  const connected = useOwnAddress()
  const added = useStore(ownWallets)
  const all = useStore(ownCosts)
  useOnMount(openOwnCosts)
  useOnMount(openOwnWallets)
  return (wallet) =>
    wallet === connected || added.includes(wallet) ? all.filter((cost) => cost.wallet === wallet) : []
}
