import type { MoneySplit } from '@opal/contract/trading/trade'
import { toText, toTextOrNull } from '../present/text.ts'
import type { Asked } from './ask-node.ts'
import type { SplitItem } from './split-items.ts'
import { isPossible } from './trade-plan.ts'

/**
 * `pays-price`: the signer pays the prices (buying, bidding); `gets-net`: receives them without fee and royalty (selling);
 * `gets-locked`: receives what cancelled bids hold, listings among them bring nothing; `only-gas`: neither.
 */
export type MoneyMove = 'pays-price' | 'gets-net' | 'gets-locked' | 'only-gas'

/**
 * Adds up what the traded items cost and bring the signer, with the gas of the simulation. Who signs may be paid otherwise
 * too (the artist buys, the marketplace sells): what the simulation tells that comes or goes beside the prices counts as
 * received or paid.
 * @param gain what the simulation brings the signer beside gas, octas; null where it does not tell.
 */
export function sumMoney(
  items: readonly SplitItem[],
  { balanceOctas, simulated }: Pick<Asked, 'balanceOctas' | 'simulated'>,
  moves: MoneyMove,
  gain: bigint | null,
): MoneySplit {
  const traded = items.filter(({ item }) => isPossible(item) && (moves !== 'gets-locked' || item.offer !== null))
  const sum = (part: (one: SplitItem) => bigint | null | undefined) =>
    traded.reduce((total, one) => total + (part(one) ?? 0n) * one.item.quantity, 0n)
  const priceOctas = sum(({ item }) => item.priceOctas)
  const gasOctas = simulated === null ? 0n : simulated.gasUsed * simulated.gasUnitPrice
  const storageRefundOctas = simulated?.storageRefundOctas ?? 0n
  const sellerOctas = sum(({ split }) => split?.sellerOctas)
  const pays = moves === 'pays-price' ? priceOctas : 0n
  const gets = moves === 'gets-net' ? sellerOctas : moves === 'gets-locked' ? priceOctas : 0n
  const beside = gain === null ? 0n : gain - (gets - pays)
  const totalOctas = gasOctas + pays + (beside < 0n ? -beside : 0n)
  const receivedOctas = gets + (beside > 0n ? beside : 0n)
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
