import { createFaucet } from '@opal/dev-chain/faucet/faucet'
import { createSettableClock } from '@opal/dev-chain/ledger/clock'
import { createLedger } from '@opal/dev-chain/ledger/create-ledger'
import { OCTAS_PER_APT } from '@opal/domain/prices/octas'
import { expect, test } from 'vitest'
import { demoArtist } from '../accounts/demo-cast.ts'
import { DEMO_COLLECTIONS } from '../art/demo-collections.ts'
import { createRandom } from '../random.ts'
import { indexTokens } from '../story/token-index.ts'
import { demoModules } from './demo-modules.ts'
import { DROP_ADDRESS } from './drop-module.ts'
import { HistoryWriter } from './history-writer.ts'
import { mintCollection, purchaseAtMint } from './mint-collection.ts'
import { participants } from './seed-market.ts'

const START_MICROS = 1_780_000_000_000_000n
const PRICE_APT = 3
const MINTED = 34

test('sells as many tokens as the artist opened, at the price that the artist asks', async () => {
  const clock = createSettableClock(START_MICROS)
  await using ledger = await createLedger({ dataDir: null, clock, modules: demoModules() })
  const faucet = createFaucet(ledger)
  const [drawn] = DEMO_COLLECTIONS
  if (drawn === undefined) throw new Error('there is no collection')
  const demo = { ...drawn, supply: 60, market: { ...drawn.market, mintPrice: PRICE_APT, minted: MINTED } }
  const artist = demoArtist(demo.slug)
  const people = participants({ collections: [demo] }).people.slice(0, 4)
  for (const { address } of [artist, ...people.map(({ trader }) => trader)])
    faucet.fund(address, 1_000n * OCTAS_PER_APT)
  for (const person of people) person.balance = 1_000n * OCTAS_PER_APT
  ledger.commitBlock()
  const writer = new HistoryWriter(ledger, clock, demoModules())
  const tokens = mintCollection(writer, demo, people, createRandom('a mint'), START_MICROS + 1_000_000n)
  expect(indexTokens(ledger, demo).map(({ address }) => address)).toEqual(tokens.map(({ address }) => address))
  expect(tokens).toHaveLength(MINTED)

  const [visitor] = people
  if (visitor === undefined) throw new Error('there is no visitor')
  const statusOf = (call: Parameters<HistoryWriter['send']>[1]) => {
    const { hash } = writer.send(visitor.trader, call)
    writer.commit()
    const transaction = ledger.transactionByHash(hash)
    return transaction !== null && 'info' in transaction ? transaction.info?.vmStatus : 'pending'
  }
  const next = purchaseAtMint(demo, [MINTED + 1])
  expect(statusOf(next)).toContain('ESOLD_OUT')
  // Someone else's sale does not open the artist's, and a price cannot be named.
  expect(statusOf({ function: `${DROP_ADDRESS}::drop::open`, args: [0n, 99n] })).toBe('Executed successfully')
  expect(statusOf(next)).toContain('ESOLD_OUT')
  expect(indexTokens(ledger, demo)).toHaveLength(MINTED)
})
