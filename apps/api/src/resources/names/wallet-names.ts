import type { Wallet } from '@opal/contract/names'
import type { DeployedMarketplace } from '@opal/marketplaces/contracts/network-contracts'
import { readPrimaryNames } from '@opal/store/queries/names'
import { oncePer } from '../../cache/memoize.ts'
import type { ApiContext } from '../../context.ts'

/** Addresses of the marketplaces' packages and fee schedules: parties to transfers that are nobody's wallet. A program's never change. */
export const contractAddresses = oncePer(
  (marketplaces: readonly DeployedMarketplace[]): ReadonlySet<string> =>
    new Set(
      marketplaces.flatMap(({ contracts }) => [contracts.packageAddress, contracts.feeScheduleAddress ?? []].flat()),
    ),
)

/** Who addresses are, as far as lists show it. */
export interface People {
  /** Addresses that hold code, not people: the marketplaces' packages and fee schedules. */
  readonly contracts: ReadonlySet<string>
  /** Primary `.apt` names by address. */
  readonly names: ReadonlyMap<string, string>
}

/** Names of the accounts that a page shows, read together. Nulls are nobody. */
export async function loadPeople(
  { store, marketplaces, nowMicros }: Pick<ApiContext, 'store' | 'marketplaces' | 'nowMicros'>,
  addresses: readonly (string | null)[],
): Promise<People> {
  const known = addresses.filter((address) => address !== null)
  return { contracts: contractAddresses(marketplaces), names: await readPrimaryNames(store, known, nowMicros()) }
}

/** A wallet as lists show it. */
export function presentWallet(walletAddress: string, { contracts, names }: People): Wallet {
  return { walletAddress, aptosName: names.get(walletAddress) ?? null, isWalletAddress: !contracts.has(walletAddress) }
}

/** As {@link presentWallet}, null for nobody. */
export function presentWalletOrNull(walletAddress: string | null, people: People): Wallet | null {
  return walletAddress === null ? null : presentWallet(walletAddress, people)
}

/** A wallet as {@link presentWallet} shows it, as JSON. @param contracts addresses that hold code, not people. */
export function walletText(address: string, name: string | null, contracts: ReadonlySet<string>): string {
  const shownName = name === null ? 'null' : JSON.stringify(name)
  return `{"walletAddress":"${address}","aptosName":${shownName},"isWalletAddress":${!contracts.has(address)}}`
}
