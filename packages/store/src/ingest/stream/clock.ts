import { sql } from 'kysely'
import type { Executor } from '../../driver/pipelining.ts'
import { WrongChainError } from '../../errors.ts'
import { definePhase } from '../define-phase.ts'

interface StoredClock {
  readonly settled_micros: bigint
  readonly chain_id: number | null
  readonly last_timestamp_micros: bigint | null
}

/**
 * Advances the clock to the latest chain time of the stream, so that a late batch does not make an expired offer
 * valid again.
 * @throws WrongChainError when the stored stream is of another chain.
 */
export const clockPhase = definePhase({
  name: 'clock',
  reads: ['market.clock'],
  readsBefore: ['chain.checkpoints'],
  writes: ['market.clock'],
  read: async (db, { batch }) => {
    const { rows } = await sql<StoredClock>`
      select clock.settled_micros, known.chain_id, known.last_timestamp_micros
      from market.clock left join chain.checkpoints known on known.stream = ${batch.position.stream}`.execute(db)
    return rows[0]
  },
  compute: ({ batch: { position } }, stored) => {
    const { stream, chainId, lastTimestampMicros } = position
    const known = stored?.chain_id ?? chainId
    if (known !== chainId) throw new WrongChainError(stream, known, chainId)
    const moments = [stored?.settled_micros ?? 0n, stored?.last_timestamp_micros ?? 0n, lastTimestampMicros ?? 0n]
    return moments.reduce((latest, micros) => (micros > latest ? micros : latest))
  },
  write: (db, micros) => [advanceClock(db, micros)],
})

/** Reads the clock's time in microseconds. */
export async function readClock(db: Executor): Promise<bigint> {
  const { rows } = await sql<{ settled_micros: bigint }>`select settled_micros from market.clock`.execute(db)
  return rows[0]?.settled_micros ?? 0n
}

/**
 * Advances the clock, never back.
 * @returns the clock's new time in microseconds.
 */
export async function advanceClock(db: Executor, micros: bigint): Promise<bigint> {
  const { rows } = await sql<{ settled_micros: bigint }>`
    update market.clock set settled_micros = greatest(settled_micros, ${micros}::bigint) returning settled_micros`.execute(
    db,
  )
  return rows[0]?.settled_micros ?? micros
}
