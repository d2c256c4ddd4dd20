import type { Wallet } from '@opal/contract/names'
import { memoize } from '@opal/domain/memoize'
import type { DeployedMarketplace } from '@opal/marketplaces/contracts/network-contracts'
import { readPrimaryNames } from '@opal/store/queries/names'
import type { ApiContext } from '../../context.ts'

/** Addresses of the marketplaces' packages and fee schedules: parties to transfers that are no wallets. They do not change while the program runs. */
export const contractAddresses = memoize(
  (marketplaces: readonly DeployedMarketplace[]): ReadonlySet<string> =>
    new Set(
      marketplaces.flatMap(({ contracts }) => [contracts.packageAddress, contracts.feeScheduleAddress ?? []].flat()),
    ),
)

/** Names of the wallets in a list. */
export interface WalletNames {
  /** Addresses that hold code, not users: the marketplaces' packages and fee schedules. */
  readonly contracts: ReadonlySet<string>
  /** Primary `.apt` names by address. */
  readonly names: ReadonlyMap<string, string>
}

/** Loads the names of a page's accounts in one query; nulls are ignored. */
export async function loadWalletNames(
  { store, marketplaces, nowMicros }: Pick<ApiContext, 'store' | 'marketplaces' | 'nowMicros'>,
  addresses: readonly (string | null)[],
): Promise<WalletNames> {
  const known = addresses.filter((address) => address !== null)
  return { contracts: contractAddresses(marketplaces), names: await readPrimaryNames(store, known, nowMicros()) }
}

/** Returns a wallet as lists show it. */
export function presentWallet(walletAddress: string, { contracts, names }: WalletNames): Wallet {
  return { walletAddress, aptosName: names.get(walletAddress) ?? null, isWalletAddress: !contracts.has(walletAddress) }
}

/** Presents a wallet as {@link presentWallet} does; null for null. */
export function presentWalletOrNull(walletAddress: string | null, walletNames: WalletNames): Wallet | null {
  return walletAddress === null ? null : presentWallet(walletAddress, walletNames)
}
