import type { Json } from '@opal/domain/json'
import { expect, it, vi } from 'vitest'
import { PayloadRefusedError } from './payload-refused-error.ts'
import { readPlacingFee } from './placing-fee.ts'
import { correctTrade, KINDS } from './testing/correct-trades.ts'
import { NATIVE, PLACE, SIGNER } from './testing/trade-fixtures.ts'

const PLACING = ['list', 'list-on-terms', 'relist', 'token-bid', 'collection-bid', 'pool-bid', 'set-bid']
const { marketplaces } = PLACE
const facts = { nth: 1, priceOctas: 1n, marketplaces: [NATIVE], isOld: false, receiver: SIGNER, isBestEffort: false }

// @feature trade.placing-fee
it.each(KINDS)(
  '%s: reads the fee at the page’s own node where the call places orders, and else nothing',
  async (kind) => {
    const { draft } = await correctTrade(kind, facts)
    const view = vi.fn(async (): Promise<readonly Json[]> => ['70'])
    const isPlacing = PLACING.includes(kind)
    expect(await readPlacingFee(draft, { view }, marketplaces)).toBe(isPlacing ? 70n : 0n)
    const contracts = marketplaces.find(({ adapter }) => adapter.id === NATIVE)?.contracts
    const call = [`${contracts?.packageAddress}::fee_schedule::listing_fee`, [], [contracts?.feeScheduleAddress, '0']]
    expect(view.mock.calls).toEqual(isPlacing ? [call] : [])
  },
)

it.each([[[]], [[70]], [['-70']], [['0x46']], [[null]]])(
  'refuses to place an order for a fee of %j',
  async (answer) => {
    const { draft } = await correctTrade('list', facts)
    const read = readPlacingFee(draft, { view: async () => answer as readonly Json[] }, marketplaces)
    await expect(read).rejects.toThrow(PayloadRefusedError)
  },
)
