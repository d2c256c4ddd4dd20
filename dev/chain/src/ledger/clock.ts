import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Source of block times. Microseconds since the Unix epoch. */
export interface ChainClock {
  nowMicros(): bigint
}

/** The machine's clock. */
export const systemClock: ChainClock = { nowMicros: () => BigInt(Date.now()) * 1000n }

/** A clock that the played history and tests set. */
export interface SettableClock extends ChainClock {
  /** Sets the time of the blocks to come; a time before the last block is raised to just after it. */
  setMicros(micros: bigint): void
  advance(micros: bigint): void
  /** Switches to the machine's clock. */
  release(): void
}

/** Returns a clock fixed at a time until it is moved or released. */
export function createSettableClock(startMicros: bigint): SettableClock {
  let fixed: bigint | null = startMicros
  const nowMicros = (): bigint => fixed ?? systemClock.nowMicros()
  return {
    nowMicros,
    setMicros: (micros) => {
      fixed = micros
    },
    advance: (micros) => {
      fixed = nowMicros() + micros
    },
    release: () => {
      fixed = null
    },
  }
}

/** Offset by which a chain's clock was moved ahead, stored next to its log. Microseconds. */
export interface TimeShift {
  readonly aheadMicros: bigint
  save(aheadMicros: bigint): void
}

/** Reads the shift of the chain in a directory; 0 until the clock is moved. */
export function openTimeShift(directory: string): TimeShift {
  const path = join(directory, 'chain.clock')
  const text = existsSync(path) ? readFileSync(path, 'utf8').trim() : '0'
  return {
    aheadMicros: /^\d{1,20}$/.test(text) ? BigInt(text) : 0n,
    save: (aheadMicros) => {
      writeFileSync(`${path}.draft`, `${aheadMicros}\n`, { mode: 0o600 })
      renameSync(`${path}.draft`, path)
    },
  }
}
