import { parseAddress } from '@opal/domain/address'
import { runs } from '@opal/domain/testing/effort/config'
import * as fc from 'fast-check'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Store } from '../../driver/connection.ts'
import { countRowsRead } from '../../testing/count-rows-read.ts'
import { emptyDatabase } from '../../testing/empty-database.ts'
import { createTestStore } from '../../testing/test-store.ts'
import { applyBatch } from '../apply-batch.ts'
import { aptTransfer, batchOf } from '../testing/market-story.ts'
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
    `insert into market.fundings (payer, payee, version, octas, at_micros, total_octas)
      select *, sum(octas) over (partition by payer, payee order by version)
      from unnest($1::text[], $2::text[], $3::bigint[], $4::numeric[], $5::bigint[]) as paid (payer, payee, version, octas, at_micros)`,
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

it.each([10, 3_000])(
  'reads a few payments for a sale, of however many between its two wallets: %i',
  async (payments) => {
    await writePayments(
      Array.from({ length: payments }, (_, version) => ({ payer: '0xa', payee: '0xb', version, octas: 1 })),
    )
    await store.pool.query('analyze market.fundings')
    const made = (['0xa', '0xb'] as const).map((seller) => {
      return { seller, buyer: seller === '0xa' ? '0xb' : '0xa', version: payments, price: 1 }
    })
    const read = await countRowsRead(store, 'market.fundings', async ({ db }) => {
      expect((await fundedSql(selectSales(made)).execute(db)).rows).toHaveLength(made.length)
    })
    expect(read).toBeLessThanOrEqual(8n)
  },
)

it('stores with each payment what its two wallets had paid by then, in whatever batches and order payments come', async () => {
  const batches = fc.array(fc.array(anyPayment, { maxLength: 5 }), { minLength: 1, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(batches, async (made) => {
      await emptyDatabase(store.db)
      const octasOf = new Map<string, Payment>()
      for (const payments of made) {
        const batch = payments.map((one) => ({ ...one, ...octasOf.get(keyOf(one)) }))
        for (const one of batch) if (!octasOf.has(keyOf(one))) octasOf.set(keyOf(one), one)
        const state = Map.groupBy(batch, keyOf)
          .values()
          .map(([one]) => transferOf(one as Payment))
        await applyBatch(store.db, { ...batchOf([]), state: [...state] })
      }
      const all = [...octasOf.values()]
      const { rows } = await store.pool.query('select payer, payee, version, total_octas from market.fundings')
      const paidBy = ({ payer, payee, version }: Payment) =>
        all
          .filter((one) => one.payer === payer && one.payee === payee && one.version <= version)
          .reduce((sum, { octas }) => sum + octas, 0)
      const toKeys = (totals: readonly (readonly [string, number])[]) => new Map(totals)
      expect(
        toKeys(
          rows.map((row) => [
            keyOf({ ...row, payer: shortOf(row.payer), payee: shortOf(row.payee) }),
            Number(row.total_octas),
          ]),
        ),
      ).toEqual(toKeys(all.map((one) => [keyOf(one), paidBy(one)])))
    }),
    { numRuns: runs(40) },
  )
})
const keyOf = ({ payer, payee, version }: Omit<Payment, 'octas'>) => `${payer}/${payee}/${version}`
const shortOf = (wallet: string) => wallet.replace(/^0x0+/, '0x')
const transferOf = ({ payer, payee, version, octas }: Payment) =>
  aptTransfer(BigInt(version), parseAddress(payer), parseAddress(payee), BigInt(octas))
