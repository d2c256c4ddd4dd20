import { sumTallies, type Tally } from './tally.ts'
import type { FileReport } from './test-report.ts'

/** A part of a run, as in its summary. */
export interface Stage {
  readonly title: string
  /** By the clock; stages may overlap. */
  readonly seconds: number
  readonly tally: Tally
}

/** Result of a run of the test command, as `--json` writes it. */
export interface RunSummary {
  readonly passed: number
  readonly failed: number
  readonly seconds: number
  readonly stages: readonly Stage[]
  readonly files: readonly FileReport[]
}

/** Collects stages and files as they end. */
export interface StageClock {
  /** Runs `work` as a stage. */
  time(title: string, work: () => Promise<Tally>): Promise<void>
  /** Adds a stage that was timed elsewhere. */
  add(stage: Stage): void
  addFiles(files: readonly FileReport[]): void
  summary(): RunSummary
}

/** @param now reads a clock, in milliseconds. */
export function createStageClock(now: () => number = () => performance.now()): StageClock {
  const began = now()
  const stages: Stage[] = []
  const files: FileReport[] = []
  return {
    async time(title, work) {
      const start = now()
      const tally = await work()
      stages.push({ title, seconds: (now() - start) / 1000, tally })
    },
    add: (stage) => void stages.push(stage),
    addFiles: (more) => void files.push(...more),
    summary: () => ({
      ...sumTallies(stages.map(({ tally }) => tally)),
      seconds: (now() - began) / 1000,
      stages,
      files,
    }),
  }
}
