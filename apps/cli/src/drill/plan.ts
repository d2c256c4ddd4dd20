import { Problem } from '../problem.ts'
import { FAULTS, type Fault } from './faults.ts'
import { type RandomKills, randomKills } from './random-kills.ts'

/** Name of the drill's last part: everything but the backups is lost. */
const RESTORE = 'restore'

/** The parts of a drill to run. */
export interface DrillPlan {
  readonly faults: readonly Fault[]
  readonly restores: boolean
}

/** The parts that a person asked for. */
export interface DrillChoice {
  /** Comma-separated names of parts, or words that they begin with. */
  readonly only?: string | undefined
  /** Kills that follow them. */
  readonly random?: RandomKills | undefined
}

/**
 * Returns the parts of a drill: all without a choice.
 * @throws Problem for a word that no part begins with.
 */
export function planDrill({ only, random }: DrillChoice): DrillPlan {
  if (only === undefined && random === undefined) return { faults: FAULTS, restores: true }
  const words = only?.split(',').map((word) => word.trim()) ?? []
  const unknown = words.find((word) => word !== RESTORE && !FAULTS.some((fault) => isNamed(fault, word)))
  const names = [...FAULTS.map(({ name }) => name), RESTORE]
  if (unknown !== undefined) throw new Problem(`--only does not know "${unknown}": choose from ${names.join(', ')}.`)
  const faults = FAULTS.filter((fault) => words.some((word) => isNamed(fault, word)))
  return {
    faults: random === undefined ? faults : [...faults, randomKills(random)],
    restores: words.includes(RESTORE),
  }
}

function isNamed({ name }: Fault, word: string): boolean {
  return name === word || name.startsWith(`${word}-`)
}
