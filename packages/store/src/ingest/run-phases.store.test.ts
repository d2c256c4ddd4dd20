import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Store } from '../driver/connection.ts'
import type { Executor } from '../driver/pipelining.ts'
import { inTransaction } from '../driver/transactions.ts'
import { createTestStore } from '../testing/test-store.ts'
import { definePhase, type Phase, type TableName } from './define-phase.ts'
import { planPhases } from './plan-phases.ts'
import { runPhases } from './run-phases.ts'
import { batchOf } from './testing/market-story.ts'
import { anyPhaseSketches, isAccepted, type PhaseSketch } from './testing/phase-sketches.ts'

let store: Store
beforeAll(async () => {
  store = await createTestStore({}, { maxConnections: 1, workload: 'writer' })
  await sql`create table notes (place bigserial, board text, note text)`.execute(store.db)
  await sql`create table numbers (n integer primary key)`.execute(store.db)
})
beforeEach(() => sql`truncate notes, numbers restart identity`.execute(store.db))
afterAll(() => store[Symbol.asyncDispose]())

const BATCH = { ...batchOf([]), transactions: [], lookups: [], decode: () => ({ transactions: [], stops: [] }) }

const run = (phases: readonly Phase[]) =>
  inTransaction(store.db, async (db) => ({ last: await runPhases(db, planPhases(phases), BATCH) }))

describe('phases that overlap', () => {
  const TABLES: readonly TableName[] = ['market.listings', 'market.sales', 'market.lots']

  const sketches = anyPhaseSketches(TABLES)

  /** Phases that note on boards, named after tables, all that they have seen: every difference in what one sees is seen in the end. */
  function phasesOf(sketched: readonly PhaseSketch[]): readonly Phase<string>[] {
    const made: Phase<string>[] = []
    for (const [index, { needs, reads, readsBefore, writes, hasRead }] of sketched.entries()) {
      const found = needs.flatMap((of) => made[of] ?? [])
      made.push(
        definePhase({
          name: `p${index}`,
          needs: Object.fromEntries(found.map((phase) => [phase.name, phase])),
          reads,
          readsBefore,
          writes,
          ...(hasRead && { read: (db: Executor) => readBoards(db, [...reads, ...readsBefore]) }),
          compute: ({ batch: _batch, ...needed }, seen: string | undefined) =>
            `p${index}(${seen ?? ''};${Object.values(needed).join(',')})`,
          write: (db, note) => writes.map((board) => writeNote(db, board, note)),
        }) as Phase<string>,
      )
    }
    return made
  }

  async function readBoards(db: Executor, boards: readonly string[]): Promise<string> {
    const { rows } = await sql<{ all: string | null }>`
      select string_agg(note, '|' order by place) as all from notes where board = any(${boards}::text[])`.execute(db)
    return rows[0]?.all ?? ''
  }

  async function writeNote(db: Executor, board: string, note: string): Promise<void> {
    await sql`insert into notes (board, note) values (${board}, ${note})`.execute(db)
  }

  async function boards(): Promise<readonly unknown[]> {
    const { rows } = await sql`select board, string_agg(note, '|' order by place) as notes from notes
      group by board order by board`.execute(store.db)
    return rows
  }

  /** Each by itself, in the given order. */
  async function runApart(phases: readonly Phase[]): Promise<void> {
    const outputs = new Map<Phase, unknown>()
    const apart = {
      batch: BATCH,
      outputOf: <Output>(phase: Phase<Output>) => outputs.get(phase) as Output,
    }
    for (const phase of phases) {
      outputs.set(phase, phase.compute(apart, await phase.read?.(store.db, apart)))
      await Promise.all(phase.write?.(store.db, apart) ?? [])
    }
  }

  test('leave and see the same rows as each by itself', async () => {
    let count = 0
    await fc.assert(
      fc.asyncProperty(sketches, async (sketched) => {
        const phases = phasesOf(sketched)
        if (!isAccepted(phases)) return
        count += 1
        await sql`truncate notes restart identity`.execute(store.db)
        await runApart(phases)
        const expected = await boards()
        await sql`truncate notes restart identity`.execute(store.db)
        await run(phases)
        expect(await boards()).toEqual(expected)
      }),
      { numRuns: runs(150) },
    )
    expect(count).toBeGreaterThan(20)
  })
})

const write = (name: string, ...numbers: readonly number[]) =>
  definePhase({
    name,
    writes: ['market.lots'],
    compute: () => numbers,
    write: (db, each) => each.map((n) => sql`insert into numbers values (${n}::integer)`.execute(db)),
  })

const count = (name: string, then: (db: Executor, found: bigint) => readonly Promise<unknown>[] = () => []) =>
  definePhase({
    name,
    reads: ['market.lots'],
    read: async (db) =>
      (await sql<{ n: bigint }>`select count(*) as n from numbers where n > ${0}`.execute(db)).rows[0]?.n ?? 0n,
    compute: (_given, found) => found,
    write: then,
  })

test('rolls back when a write fails that no phase waits for', async () => {
  const failing = run([write('first', 1), count('count'), write('again', 1), write('more', 2)].toSpliced(1, 1))
  await expect(failing).rejects.toMatchObject({ code: '23505' })
  expect((await sql`select from numbers`.execute(store.db)).rows).toHaveLength(0)
})

test('rolls back when a write fails while a later read is waited for', async () => {
  const failing = run([write('twice', 1, 1), count('count')])
  await expect(failing).rejects.toMatchObject({ code: '23505' })
  expect((await sql`select from numbers`.execute(store.db)).rows).toHaveLength(0)
})

test('rolls back when a phase throws while it computes', async () => {
  const throwing = count('throwing', () => {
    throw new Error('no')
  })
  await expect(run([write('first', 1), throwing])).rejects.toThrow('no')
  expect((await sql`select from numbers`.execute(store.db)).rows).toHaveLength(0)
})
