import { runs } from '@opal/domain/testing/effort/config'
import * as fc from 'fast-check'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Store } from '../../driver/connection.ts'
import { countRowsRead } from '../../testing/count-rows-read.ts'
import { createTestStore } from '../../testing/test-store.ts'
import { fundedSql } from './fundings.ts'

const HALF_A_YEAR = 180 * 24 * 3_600_000_000

interface Payment {
  readonly payer: string
  readonly payee: string
  readonly version: number
  readonly octas: number
}

interface Sale {
  readonly seller: string | null
  readonly buyer: string
  readonly version: number
  readonly price: number
}

let store: Store
beforeAll(async () => {
  store = await createTestStore()
})
afterAll(() => store[Symbol.asyncDispose]())
beforeEach(() => store.pool.query('truncate market.fundings'))

/** Three versions share a moment, and thirty are half a year. */
const timeOf = (version: number) => Math.floor(version / 3) * (HALF_A_YEAR / 10)

async function writePayments(payments: readonly Payment[]): Promise<void> {
  await store.pool.query(
    `insert into market.fundings (payer, payee, version, octas, at_micros)
      select * from unnest($1::text[], $2::text[], $3::bigint[], $4::numeric[], $5::bigint[])`,
    [
      payments.map(({ payer }) => payer),
      payments.map(({ payee }) => payee),
      payments.map(({ version }) => version),
      payments.map(({ octas }) => octas),
      payments.map(({ version }) => timeOf(version)),
    ],
  )
}

/** Selects sales, numbered by their event index. */
function selectSales(sales: readonly Sale[]): RawBuilder<unknown> {
  return sql`
    select version, (place - 1)::integer as event_index, seller, buyer, price_octas, at_micros
    from unnest(${sales.map(({ version }) => version)}::bigint[], ${sales.map(({ seller }) => seller)}::text[],
      ${sales.map(({ buyer }) => buyer)}::text[], ${sales.map(({ price }) => price)}::numeric[],
      ${sales.map(({ version }) => timeOf(version))}::bigint[])
      with ordinality as s (version, seller, buyer, price_octas, at_micros, place)`
}

function isFunded({ seller, buyer, version, price }: Sale, payments: readonly Payment[]): boolean {
  const before = payments.filter((one) => one.version < version && timeOf(one.version) >= timeOf(version) - HALF_A_YEAR)
  const paid = (payer: string | null, payee: string | null) =>
    before.reduce((sum, one) => (one.payer === payer && one.payee === payee ? sum + one.octas : sum), 0)
  const [toBuyer, toSeller] = [paid(seller, buyer), paid(buyer, seller)]
  return (toBuyer > 0 && toBuyer >= price) || (toSeller > 0 && (toSeller + toBuyer) * 10 >= price)
}

const WALLETS = ['0xa', '0xb', '0xc']
const anyWallet = fc.constantFrom(...WALLETS)
const anyVersion = fc.integer({ min: 0, max: 70 })
const anyPayment = fc
  .record({ payer: anyWallet, payee: anyWallet, version: anyVersion, octas: fc.integer({ min: 1, max: 12 }) })
  .filter(({ payer, payee }) => payer !== payee)
const anySale = fc.record({
  seller: fc.option(anyWallet, { freq: 9 }),
  buyer: anyWallet,
  version: anyVersion,
  price: fc.integer({ min: 0, max: 100 }),
})

it('finds the sales that payments of the half year before fund, as each sale by itself would', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(anyPayment, { selector: ({ payer, payee, version }) => `${payer}/${payee}/${version}` }),
      fc.array(anySale, { minLength: 1 }),
      async (payments, sales) => {
        await store.pool.query('truncate market.fundings')
        await writePayments(payments)
        const { rows } = await fundedSql(selectSales(sales)).execute(store.db)
        const found = rows.map((row) => row.event_index).toSorted((one, other) => one - other)
        expect(found).toEqual(sales.flatMap((sale, at) => (isFunded(sale, payments) ? [at] : [])))
      },
    ),
    { numRuns: runs(50) },
  )
})

it('reads the payments of two wallets once for all their sales', async () => {
  const [payments, sales] = [300, 40]
  await writePayments(
    Array.from({ length: payments }, (_, version) => ({ payer: '0xa', payee: '0xb', version, octas: 1 })),
  )
  const made = Array.from({ length: sales }, (_, at) => {
    const [seller, buyer] = at % 2 ? (['0xa', '0xb'] as const) : (['0xb', '0xa'] as const)
    return { seller, buyer, version: payments, price: 1 }
  })
  const read = await countRowsRead(store, 'market.fundings', async ({ db }) => {
    expect((await fundedSql(selectSales(made)).execute(db)).rows).toHaveLength(sales)
  })
  expect(read).toBeLessThanOrEqual(BigInt(2 * payments))
})
