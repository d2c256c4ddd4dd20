import type { Json } from '@opal/domain/json'
import * as fc from 'fast-check'
import { expect, it, onTestFinished, vi } from 'vitest'
import { PayloadRefusedError } from './payload-refused-error.ts'
import { readPlacingFee } from './placing-fee.ts'
import { correctTrade, KINDS } from './testing/correct-trades.ts'
import { NATIVE, ONE_TOKEN, PLACE } from './testing/trade-fixtures.ts'

const PLACING = ['list', 'list-on-terms', 'relist', 'token-bid', 'collection-bid', 'pool-bid', 'set-bid'] as const
/** Of these the marketplace can be chosen. */
const ANYWHERE = ['list', 'token-bid', 'collection-bid'] as const
const { marketplaces } = PLACE
const own = marketplaces.find(({ adapter }) => adapter.id === NATIVE)?.contracts
const elsewhere = marketplaces.flatMap(({ adapter }) => (adapter.isNative ? [] : adapter.id)).slice(0, 1)
const NOW_SECONDS = 2_000_000_000n

/** The node of a chain with this fee, and a higher one that is announced; zeros for none. @param ledgerSeconds of its newest block. */
function nodeOf(fee: Json | undefined, announced: readonly Json[] = ['0', '0'], ledgerSeconds = NOW_SECONDS) {
  const view = vi.fn(async (id: string): Promise<readonly Json[]> => {
    if (!id.endsWith('::listing_fee')) return announced
    return fee === undefined ? [] : [fee]
  })
  const ledger = { chainId: 4, version: 1n, timestampMicros: ledgerSeconds * 1_000_000n + 999_999n, blockHeight: 1n }
  return { view, ledgerInfo: async () => ledger }
}

// @feature trade.placing-fee
it.each(KINDS)(
  '%s: reads the fee at the page’s own node where the call places orders, and else nothing',
  async (kind) => {
    const { draft } = await correctTrade(kind, ONE_TOKEN)
    const node = nodeOf('70')
    const isPlacing = (PLACING as readonly string[]).includes(kind)
    expect(await readPlacingFee(draft, node, marketplaces)).toBe(isPlacing ? 70n : 0n)
    const module = `${own?.packageAddress}::fee_schedule`
    const calls = [
      [`${module}::listing_fee`, [], [own?.feeScheduleAddress, '0']],
      [`${module}::announced_listing_fee`, [], [own?.feeScheduleAddress]],
    ]
    expect(node.view.mock.calls).toEqual(isPlacing ? calls : [])
  },
)

// @feature trade.placing-fee
it.each(ANYWHERE)('%s: reads nothing where it is placed on another marketplace', async (kind) => {
  const node = nodeOf('70', ['71', String(NOW_SECONDS)])
  const { draft } = await correctTrade(kind, { ...ONE_TOKEN, marketplaces: elsewhere })
  expect(await readPlacingFee(draft, node, marketplaces)).toBe(0n)
  expect(node.view).not.toHaveBeenCalled()
})

it('list: reads the fee where one of several tokens is placed there, whichever it is', async () => {
  const [other = ''] = elsewhere
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(undefined, NATIVE, other), { minLength: 1, maxLength: 5 }),
      async (places) => {
        const items = places.map((marketplace, at) => {
          return { tokenDataId: `0x${at + 1}`, price: '100000', ...(marketplace !== undefined && { marketplace }) }
        })
        const placed = places.some((marketplace) => marketplace !== other)
        expect(await readPlacingFee({ call: 'list', body: { items } }, nodeOf('70'), marketplaces)).toBe(
          placed ? 70n : 0n,
        )
      },
    ),
  )
})

it.each([[undefined], [70], ['-70'], ['0x46'], [null]])('refuses to place an order for a fee of %j', async (fee) => {
  const { draft } = await correctTrade('list', ONE_TOKEN)
  await expect(readPlacingFee(draft, nodeOf(fee), marketplaces)).rejects.toThrow(PayloadRefusedError)
})

// @feature trade.placing-fee
it.each(PLACING)(
  '%s: is refused while a higher fee could be in force before it is placed, and at no other time',
  async (kind) => {
    const { draft } = await correctTrade(kind, ONE_TOKEN)
    const octas = fc.bigInt(0n, 100_000_000n)
    const from = fc.bigInt(NOW_SECONDS - 1_000n, NOW_SECONDS + 1_000n)
    await fc.assert(
      fc.asyncProperty(octas, octas, from, async (fee, raised, fromSeconds) => {
        const read = readPlacingFee(draft, nodeOf(String(fee), [String(raised), String(fromSeconds)]), marketplaces)
        if (raised > fee && fromSeconds <= NOW_SECONDS + 300n)
          await expect(read).rejects.toThrow(/placing fee could be/)
        else expect(await read).toBe(fee)
      }),
    )
  },
)

it('is refused before a higher fee also where the node is behind, or the device’s clock is', async () => {
  const { draft } = await correctTrade('list', ONE_TOKEN)
  const ours = BigInt(Math.floor(Date.now() / 1_000))
  vi.useFakeTimers({ toFake: ['Date'], now: Number(ours) * 1_000 })
  onTestFinished(() => void vi.useRealTimers())
  const lag = fc.bigInt(-10_000n, 10_000n)
  await fc.assert(
    fc.asyncProperty(lag, fc.bigInt(-1_000n, 1_000n), async (behind, until) => {
      const now = behind > 0n ? ours : ours - behind
      const read = readPlacingFee(draft, nodeOf('1', ['2', String(now + until)], ours - behind), marketplaces)
      if (until <= 300n) await expect(read).rejects.toThrow(/placing fee could be/)
      else expect(await read).toBe(1n)
    }),
  )
})

it('asks a package that announces nothing for no announcement', async () => {
  const { draft } = await correctTrade('list', ONE_TOKEN)
  const node = nodeOf('70', ['71', '0'])
  const theirs = marketplaces.map(({ adapter, contracts }) => ({
    adapter,
    contracts: { ...contracts, hasGuardedCalls: false },
  }))
  expect(await readPlacingFee(draft, node, theirs)).toBe(70n)
  expect(node.view).toHaveBeenCalledTimes(1)
})
