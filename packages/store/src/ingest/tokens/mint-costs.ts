import { MINT_EVENT_TYPES, paidBySender } from '@opal/domain/portfolio/mint-payment'
import { writeRows } from '../../driver/write-rows.ts'
import { type MintCostRow, mintCosts } from '../../schema/history.ts'
import { type IndexedTransaction, insertConflict } from '../batch.ts'
import { definePhase } from '../define-phase.ts'
import { decodePhase } from './known-tokens.ts'

/** Records what senders paid for the tokens they minted for themselves. */
export const mintCostsPhase = definePhase({
  name: 'mint-costs',
  needs: { decoded: decodePhase },
  writes: ['market.mint_costs'],
  compute: ({ decoded }) => decoded.transactions.flatMap(toMintCosts),
  write: (db, rows, { batch }) => [writeRows(db, mintCosts, rows, insertConflict(batch))],
})

/**
 * Splits the payment evenly among the items. Where tokens were traded too, or another asset than APT was paid, the
 * cost of each is unknown.
 */
function toMintCosts({ transaction, tokens, market }: IndexedTransaction): readonly MintCostRow[] {
  const { sender, version } = transaction
  if (sender === null || market.length > 0) return []
  const minted = tokens.activities.filter((activity) => MINT_EVENT_TYPES.has(activity.type))
  const held = new Set(
    tokens.ownerships.flatMap(({ ownerAddress, tokenDataId, amount }) =>
      ownerAddress === sender && amount > 0n ? [tokenDataId as string] : [],
    ),
  )
  const own = minted.filter((activity) => held.has(activity.tokenDataId))
  const items = own.reduce((sum, activity) => sum + activity.tokenAmount, 0n)
  if (items === 0n) return []
  const paid = paidBySender(transaction)
  if (paid === null) return []
  const cost_octas = paid / items
  const ids = new Set(own.map((activity) => activity.tokenDataId))
  return [...ids].map((token_data_id) => ({ token_data_id, wallet: sender, version, cost_octas }))
}
