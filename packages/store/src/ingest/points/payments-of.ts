import type { FungibleChanges, StateChanges } from '@opal/domain/state-changes'
import type { FundingRow } from '../../schema/points.ts'
import type { IndexedTransaction } from '../batch.ts'

/** A payment without its sum. */
export type Payment = Omit<FundingRow, 'total_octas'>

const APT: ReadonlySet<string> = new Set([
  '0x1::aptos_coin::AptosCoin',
  '0x000000000000000000000000000000000000000000000000000000000000000a',
])
/** Events that change a balance. Events of one family never describe the same change of APT. */
const MOVES: Readonly<Record<string, { readonly family: string; readonly sign: bigint }>> = {
  '0x1::coin::WithdrawEvent': { family: 'coin-handle', sign: -1n },
  '0x1::coin::DepositEvent': { family: 'coin-handle', sign: 1n },
  '0x1::coin::CoinWithdraw': { family: 'coin-module', sign: -1n },
  '0x1::coin::CoinDeposit': { family: 'coin-module', sign: 1n },
  '0x1::fungible_asset::WithdrawEvent': { family: 'asset-handle', sign: -1n },
  '0x1::fungible_asset::DepositEvent': { family: 'asset-handle', sign: 1n },
  '0x1::fungible_asset::Withdraw': { family: 'asset-module', sign: -1n },
  '0x1::fungible_asset::Deposit': { family: 'asset-module', sign: 1n },
}
/**
 * Number of wallets, those that paid or were paid most in a transaction, whose payments with all others count. So a transaction has at most
 * so many payments for each wallet in it, and dust for any number of others hides no payment between a few.
 * @source docs/decisions/2026-11-23-wash-trade-rule.md
 */
const LARGEST = 4

/**
 * Returns the payments of one transaction by its balance changes, whatever function was called. A trade is not a payment, nor is anything paid
 * by a wallet that received a token in the transaction. Stores other than a wallet's primary one count for the sender only: anyone can create
 * such a store, give it to any wallet, and keep access to it.
 */
export function paymentsOf(
  { version, timestampMicros, fungible }: StateChanges,
  traded: Pick<IndexedTransaction, 'market' | 'tokens'> | undefined,
): readonly Payment[] {
  if (traded !== undefined && traded.market.length > 0) return []
  const served = new Set<string>(
    traded?.tokens.ownerships.flatMap(({ ownerAddress, amount }) => (amount > 0n ? [ownerAddress] : [])),
  )
  const net = [...netOf(fungible)].map(([owner, octas]) => ({ owner, octas }))
  const payers = net
    .flatMap(({ owner, octas }) => (octas < 0n && !served.has(owner) ? [{ owner, octas: -octas }] : []))
    .toSorted(largestFirst)
  const payees = net.filter(({ octas }) => octas > 0n).toSorted(largestFirst)
  return payers.flatMap((payer, at) =>
    (at < LARGEST ? payees : payees.slice(0, LARGEST)).map((payee) => ({
      payer: payer.owner,
      payee: payee.owner,
      version,
      octas: payer.octas < payee.octas ? payer.octas : payee.octas,
      at_micros: timestampMicros,
    })),
  )
}

interface WalletAmount {
  readonly owner: string
  readonly octas: bigint
}

function largestFirst(one: WalletAmount, other: WalletAmount): number {
  if (one.octas !== other.octas) return one.octas > other.octas ? -1 : 1
  return one.owner < other.owner ? -1 : 1
}

/**
 * Returns by how much each wallet's APT changed, without gas. A change may be emitted twice, on a handle and as a module event: the
 * family with the larger sum counts.
 */
function netOf({
  activities,
  balances,
}: Pick<FungibleChanges, 'activities' | 'balances'>): ReadonlyMap<string, bigint> {
  const byFamily = new Map<string, Map<string, bigint>>()
  const sender = activities.find(({ isGasFee }) => isGasFee)?.ownerAddress ?? null
  const foreign = new Set(
    balances.flatMap(({ storageId, isPrimary, ownerAddress }) =>
      isPrimary || ownerAddress === sender ? [] : [storageId],
    ),
  )
  for (const { type, ownerAddress, storageId, assetType, amount, isGasFee } of activities) {
    const move = MOVES[type]
    if (move === undefined || isGasFee || ownerAddress === null || amount === null) continue
    if (assetType === null || !APT.has(assetType) || foreign.has(storageId)) continue
    const sums = byFamily.get(move.family) ?? new Map<string, bigint>()
    sums.set(ownerAddress, (sums.get(ownerAddress) ?? 0n) + move.sign * amount)
    byFamily.set(move.family, sums)
  }
  const of = (family: string, owner: string) => byFamily.get(family)?.get(owner) ?? 0n
  const owners = new Set([...byFamily.values()].flatMap((sums) => [...sums.keys()]))
  return new Map(
    [...owners].map((owner) => [
      owner,
      larger(of('coin-handle', owner), of('coin-module', owner)) +
        larger(of('asset-handle', owner), of('asset-module', owner)),
    ]),
  )
}

function larger(a: bigint, b: bigint): bigint {
  return (a < 0n ? -a : a) >= (b < 0n ? -b : b) ? a : b
}
