import { APT_COIN_TYPE } from '@opal/domain/payload'
import { MoveAbort } from './move-module.ts'

/**
 * This chain has one coin.
 * @throws MoveAbort for any other coin type, as for one that nobody published.
 */
export function assertIsApt(coinType: string | undefined): void {
  if (coinType === APT_COIN_TYPE) return
  const text = "CoinType hasn't been published as a coin"
  throw new MoveAbort('0x1::coin', 0x60003n, 'ECOIN_INFO_NOT_PUBLISHED', text)
}
