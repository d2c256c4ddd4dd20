import type { FungibleActivity } from '@opal/domain/fungible-change'
import type { StateChanges } from '@opal/domain/state-changes'
import type { FundingRow } from '../../tables/fundings.ts'

/** Calls that do nothing but send money from the sender to others. @source Aptos framework */
const TRANSFERS: ReadonlySet<string> = new Set([
  '0x1::aptos_account::transfer',
  '0x1::aptos_account::transfer_coins',
  '0x1::aptos_account::batch_transfer',
  '0x1::aptos_account::batch_transfer_coins',
  '0x1::aptos_account::transfer_fungible_assets',
  '0x1::aptos_account::fungible_transfer_only',
  '0x1::coin::transfer',
  '0x1::primary_fungible_store::transfer',
])
const APT: ReadonlySet<string> = new Set([
  '0x1::aptos_coin::AptosCoin',
  '0x000000000000000000000000000000000000000000000000000000000000000a',
])

/** Who sent APT straight to whom in one transaction. */
export function fundingsOf({ version, fungible }: StateChanges): readonly FundingRow[] {
  const moved = fungible.activities.filter(isTransfer)
  const ownersOf = (kind: RegExp) =>
    moved.flatMap(({ type, ownerAddress }) => (kind.test(type) && ownerAddress !== null ? [ownerAddress] : []))
  const [payers, payees] = [
    new Set(ownersOf(/::Withdraw(Event)?$|::CoinWithdraw$/)),
    new Set(ownersOf(/::Deposit(Event)?$|::CoinDeposit$/)),
  ]
  return [...payers].flatMap((payer) =>
    [...payees].flatMap((payee) => (payer === payee ? [] : [{ payer, payee, version }])),
  )
}

function isTransfer({ assetType, entryFunctionIdStr, isGasFee }: FungibleActivity): boolean {
  return (
    !isGasFee &&
    assetType !== null &&
    APT.has(assetType) &&
    entryFunctionIdStr !== null &&
    TRANSFERS.has(entryFunctionIdStr)
  )
}
