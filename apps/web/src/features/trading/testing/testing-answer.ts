import type { TradeAnswer } from '@opal/contract/trading/trade'

const address = `0x${'1'.repeat(64)}`

/** A quote as the API gives it: one token for 1 APT, 1.5 % fee, 5 % royalty. For tests. */
export function answerOf(changes: Partial<TradeAnswer['split']> = {}, rest: Partial<TradeAnswer> = {}): TradeAnswer {
  return {
    payload: { function: `${address}::coin_listing::purchase`, typeArguments: [], functionArguments: [address] },
    simulation: { success: true, vmStatus: 'Executed successfully', gasUsed: '100', gasOctas: '200000', error: null },
    split: {
      priceOctas: '100000000',
      sellerOctas: '93500000',
      commissionOctas: '1500000',
      royaltyOctas: '5000000',
      placingFeeOctas: '0',
      gasOctas: '200000',
      storageRefundOctas: '0',
      totalOctas: '100200000',
      receivedOctas: '0',
      balanceOctas: '500000000',
      balanceAfterOctas: '399800000',
      ...changes,
    },
    priceGuard: null,
    items: [],
    reason: null,
    ...rest,
  }
}
