import type { MoneySplit } from '@opal/contract/shapes/trade'
import { toText, toTextOrNull } from '../present/text.ts'
import type { Asked } from './ask-node.ts'
import type { SplitItem } from './split-items.ts'
import { isPossible } from './trade-plan.ts'

/**
 * `pays-price`: the signer pays the prices (buying, bidding); `gets-net`: receives them without fee and royalty (selling);
 * `gets-locked`: receives what cancelled bids hold, listings among them bring nothing; `only-gas`: neither.
 */
export type MoneyMove = 'pays-price' | 'gets-net' | 'gets-locked' | 'only-gas'

/** Adds up what the traded items cost and bring the signer, with the gas of the simulation. */
export function sumMoney(
  items: readonly SplitItem[],
  { balanceOctas, simulated }: Pick<Asked, 'balanceOctas' | 'simulated'>,
  moves: MoneyMove,
): MoneySplit {
  const traded = items.filter(({ item }) => isPossible(item) && (moves !== 'gets-locked' || item.offer !== null))
  const sum = (part: (one: SplitItem) => bigint | null | undefined) =>
    traded.reduce((total, one) => total + (part(one) ?? 0n) * one.item.quantity, 0n)
  const priceOctas = sum(({ item }) => item.priceOctas)
  const gasOctas = simulated === null ? 0n : simulated.gasUsed * simulated.gasUnitPrice
  const storageRefundOctas = simulated?.storageRefundOctas ?? 0n
  const sellerOctas = sum(({ split }) => split?.sellerOctas)
  const totalOctas = gasOctas + (moves === 'pays-price' ? priceOctas : 0n)
  const receivedOctas = moves === 'gets-net' ? sellerOctas : moves === 'gets-locked' ? priceOctas : 0n
  return {
    priceOctas: toText(priceOctas),
    sellerOctas: toText(sellerOctas),
    commissionOctas: toText(sum(({ split }) => split?.commissionOctas)),
    royaltyOctas: toText(sum(({ split }) => split?.royaltyOctas)),
    gasOctas: toText(gasOctas),
    storageRefundOctas: toText(storageRefundOctas),
    totalOctas: toText(totalOctas),
    receivedOctas: toText(receivedOctas),
    balanceOctas: toTextOrNull(balanceOctas),
    balanceAfterOctas:
      balanceOctas === null ? null : toText(balanceOctas - totalOctas + receivedOctas + storageRefundOctas),
  }
}
