import { MINT_EVENT_TYPES, paidBySender } from '@opal/domain/portfolio/mint-payment'
import type { Statements } from '../../driver/pipelined.ts'
import { writeRows } from '../../rows/write-rows.ts'
import { type MintCostRow, mintCosts } from '../../tables/mint-costs.ts'
import type { IndexedTransaction } from '../batch.ts'

/** Writes what senders paid for the tokens they minted for themselves. */
export async function writeMintCosts(at: Statements, batch: readonly IndexedTransaction[]): Promise<void> {
  await writeRows(at, mintCosts, batch.flatMap(toMintCosts), 'keep')
}

/**
 * What was paid is shared among the items evenly. Where tokens were traded too, or something other than APT was given, it
 * cannot be told what was paid for which.
 */
function toMintCosts({ transaction, tokens, market }: IndexedTransaction): readonly MintCostRow[] {
  const { sender, version } = transaction
  if (sender === null || market.length > 0) return []
  const minted = tokens.activities.filter((activity) => MINT_EVENT_TYPES.has(activity.type))
  const kept = new Set(
    tokens.ownerships.flatMap(({ ownerAddress, tokenDataId, amount }) =>
      ownerAddress === sender && amount > 0n ? [tokenDataId as string] : [],
    ),
  )
  const own = minted.filter((activity) => kept.has(activity.tokenDataId))
  const items = own.reduce((sum, activity) => sum + activity.tokenAmount, 0n)
  if (items === 0n) return []
  const paid = paidBySender(transaction)
  if (paid === null) return []
  const cost_octas = paid / items
  const ids = new Set(own.map((activity) => activity.tokenDataId))
  return [...ids].map((token_data_id) => ({ token_data_id, wallet: sender, version, cost_octas }))
}
