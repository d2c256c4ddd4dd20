import type { BatchIntent } from '@opal/domain/intent'
import type { ModuleSource } from '@opal/marketplaces/aggregator/compose-script'
import { aggregatorOn } from '@opal/marketplaces/aggregator/contracts'
import { prepareBatch } from '@opal/marketplaces/aggregator/prepare-batch'
import { contractsOf } from '@opal/marketplaces/contracts/network-contracts'
import { expect, test } from 'vitest'
import { addressOf } from '../../ledger/testing/test-chain.ts'
import { moduleSource, scriptOf, sendScript } from '../../testing/compose.ts'
import { ACTIVE_MARKETPLACES, createMarketFixture, eventsOf, type MarketFixture } from '../../testing/market-fixture.ts'

/** As many as a call of the API takes. */
const LISTED = 30
const place = { marketplaces: contractsOf('local'), aggregator: aggregatorOn('local'), canCompose: true }

function buying(fixture: MarketFixture): BatchIntent {
  const listings = fixture.tokens.map((token, at) => fixture.list(token, ACTIVE_MARKETPLACES[at % 2] ?? '', 1_000n))
  return { kind: 'purchase-many', listings, isBestEffort: false, maxOctas: null }
}

/** Runs what was prepared, one transaction after the other. @returns how many sales came of it */
async function run(fixture: MarketFixture, steps: Awaited<ReturnType<typeof prepareBatch>>): Promise<number> {
  const sent = steps.map(({ payload }) => {
    if (!('bytes' in payload)) return fixture.chain.sendPayload(fixture.buyer, payload)
    return sendScript(fixture.chain, fixture.buyer, scriptOf(payload))
  })
  for (const { info } of sent) expect(info?.vmStatus).toBe('Executed successfully')
  for (const token of fixture.tokens) expect(fixture.ownerOf(token)).toBe(addressOf(fixture.buyer))
  return sent.flatMap(eventsOf).length
}

test.each([
  ['by the aggregator', place, 1],
  ['by a script where there is no aggregator', { ...place, aggregator: null }, 1],
  ['one by one where there is neither', { ...place, aggregator: null, canCompose: false }, 3],
] as const)('a batch is bought %s', async (_, at, transactions) => {
  await using fixture = await createMarketFixture(3)
  const steps = await prepareBatch(buying(fixture), at, moduleSource(fixture.chain.ledger))
  expect(steps).toHaveLength(transactions)
  expect(steps.flatMap(({ items }) => items)).toEqual([0, 1, 2])
  expect(await run(fixture, steps)).toBe(3)
})

test('lists and reprices thirty items in one script that holds what the listings bring', async () => {
  await using fixture = await createMarketFixture(LISTED)
  const items = fixture.tokens.map((token, at) =>
    at > 0
      ? { marketplace: 'opal', token, priceOctas: 10_000n, proceedsOctas: 1n }
      : { listing: fixture.list(token, 'opal', 1_000n), priceOctas: 10_000n },
  )
  const steps = await prepareBatch({ kind: 'list-and-update-many', items }, place, moduleSource(fixture.chain.ledger))
  expect(steps.map((step) => step.items.length)).toEqual([LISTED])
  const [script] = steps.map(({ payload }) => payload)
  if (script === undefined || !('bytes' in script)) throw new Error('no script was composed')
  const sent = sendScript(fixture.chain, fixture.seller, scriptOf(script))
  expect(sent.info?.vmStatus).toBe('Executed successfully')
  expect(eventsOf(sent).filter(({ kind }) => kind === 'listing-placed')).toHaveLength(LISTED)
})

test("executes one by one where a marketplace's functions are not callable from scripts", async () => {
  await using fixture = await createMarketFixture(2)
  const shown = moduleSource(fixture.chain.ledger)
  const closed: ModuleSource = async (moduleId) => {
    const module = await shown(moduleId)
    return { ...module, functions: module.functions.map((each) => ({ ...each, isPublic: false })) }
  }
  const steps = await prepareBatch(buying(fixture), { ...place, aggregator: null }, closed)
  expect(steps.map(({ items }) => items)).toEqual([[0], [1]])
  expect(await run(fixture, steps)).toBe(2)
})

test('throws for an unreachable node rather than executing one by one', async () => {
  await using fixture = await createMarketFixture(2)
  const silent: ModuleSource = () => Promise.reject(new Error('no answer'))
  const prepared = prepareBatch(buying(fixture), { ...place, aggregator: null }, silent)
  await expect(prepared).rejects.toThrow('no answer')
})
