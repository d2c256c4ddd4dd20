import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { createRandom } from '@opal/dev-seeds/random'
import { printableLines } from '../printable.ts'
import type { Fault } from './faults.ts'
import { processesOf, signalAll } from './processes.ts'

/** Longest pause between two kills. Most parts need longer to recover, so that kills also hit parts on their way back. */
const MAX_PAUSE_MS = 8_000
/** Recovery after the last kill. */
const RECOVERY_SECONDS = 60
const MAX_TITLE = 60

/** How many processes are killed, and the seed that chooses them. */
export interface RandomKills {
  readonly kills: number
  readonly seed: string
}

/**
 * Describes a fault that kills random processes at random moments: programs, engines, and processes that these have started, such as
 * one of PostgreSQL. The next kill does not wait for the recovery from the last one.
 */
export function randomKills({ kills, seed }: RandomKills, maxPauseMs = MAX_PAUSE_MS): Fault {
  return {
    name: 'random',
    title: `${kills} random processes killed, seed ${seed}`,
    limitSeconds: (kills * maxPauseMs) / 1_000 + RECOVERY_SECONDS,
    async inject(running, say) {
      const random = createRandom(seed)
      for (let kill = 0; kill < kills; kill += 1) {
        await delay(random.between(0, maxPauseMs))
        const parts = [...running.programs.keys()]
          .toSorted()
          .map((name) => ({ name, pids: processesOf(running, name) }))
        const { name, pids } = random.pick(parts.filter(({ pids: { length } }) => length > 0))
        const pid = random.pick(pids)
        say(`  killing ${pid} of ${name}: ${titleOf(pid)}`)
        signalAll([pid], 'SIGKILL')
      }
      return null
    },
  }
}

/** Returns the command line of a process, shortened. */
function titleOf(pid: number): string {
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
    return printableLines(words.length > MAX_TITLE ? `...${words.slice(-MAX_TITLE)}` : words)
  } catch {
    return 'it has ended'
  }
}
