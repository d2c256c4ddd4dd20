import type { Address } from '@opal/domain/address'
import type { ChainTransaction } from '@opal/domain/chain-transaction'
import { DecodeError } from '@opal/domain/errors'
import { sumOctas } from '@opal/domain/prices/octas'
import type { FungibleActivity } from '@opal/domain/state-changes'
import { WrittenObjects } from '../tokens/written-objects.ts'
import { fungibleChangesOf } from './fungible-changes-of.ts'

/**
 * Returns the APT that a simulated transaction would bring a wallet without gas, inflow minus outflow; negative
 * when more leaves. Null where the simulation shows no APT of this wallet, or in a form that we cannot read.
 */
export function signerGain(transaction: ChainTransaction, wallet: Address): bigint | null {
  const moved = aptActivities(transaction).flatMap(({ ownerAddress, isGasFee, amount, type }) => {
    if (ownerAddress !== wallet || isGasFee || amount === null) return []
    return [type.includes('Withdraw') ? -amount : amount]
  })
  return moved.length === 0 ? null : sumOctas(moved)
}

/** A node may be newer than what we read: then the rates that we know have to do. */
function aptActivities(transaction: ChainTransaction): readonly FungibleActivity[] {
  try {
    return fungibleChangesOf(transaction, new WrittenObjects(transaction), 'apt').activities
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error
    return []
  }
}
