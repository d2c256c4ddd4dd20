import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** How far a chain's clock was moved ahead, kept beside its log. Microseconds. */
export interface TimeShift {
  readonly kept: bigint
  keep(aheadMicros: bigint): void
}

/** The shift of the chain in this directory: none until somebody moves the clock. */
export function openTimeShift(directory: string): TimeShift {
  const path = join(directory, 'chain.clock')
  const text = existsSync(path) ? readFileSync(path, 'utf8').trim() : '0'
  return {
    kept: /^\d{1,20}$/.test(text) ? BigInt(text) : 0n,
    keep: (aheadMicros) => {
      writeFileSync(`${path}.draft`, `${aheadMicros}\n`, { mode: 0o600 })
      renameSync(`${path}.draft`, path)
    },
  }
}
