import { traced } from '@opal/runtime/tracing'
import type { Executor } from '../driver/pipelining.ts'
import type { IncomingBatch } from './batch.ts'
import type { Phase, PhaseRun } from './define-phase.ts'
import type { PhasePlan } from './plan-phases.ts'

/** Outputs of phases that are not run, by phase. */
export type GivenOutputs = ReadonlyMap<Phase, unknown>

/**
 * Runs planned phases over a batch, on one connection inside a transaction.
 * @param given outputs that the plan was made with.
 * @returns every write that was sent, unanswered: the caller sends the commit behind them and waits for all.
 * @throws what a read met, and what a phase threw while it computed.
 */
export async function runPhases(
  db: Executor,
  { roundTrips, last }: PhasePlan,
  batch: IncomingBatch,
  given: GivenOutputs = new Map(),
): Promise<readonly Promise<unknown>[]> {
  const run = new Run(batch, given)
  const sent: Promise<unknown>[] = []
  const write = (phases: readonly Phase[]) => {
    for (const phase of phases) {
      const statements = phase.write?.(db, run) ?? []
      traceAnswers(phase, statements)
      // Against an unhandled rejection: the caller awaits it, or fails at a statement behind it.
      for (const statement of statements) statement.catch(() => undefined)
      sent.push(...statements)
    }
  }
  for (const { writesBefore, reads, writesBehind } of roundTrips) {
    write(writesBefore)
    const reading = Promise.all(reads.map(async (phase) => [phase, await readInputs(db, phase, run)] as const))
    // Awaited below, unless a write throws first.
    reading.catch(() => undefined)
    write(writesBehind)
    for (const [phase, inputs] of await reading) run.give(phase, inputs)
  }
  write(last)
  return sent
}

/** Reads what a phase needs, inside a span of the batch. */
async function readInputs(db: Executor, phase: Phase, run: Run): Promise<unknown> {
  const { read } = phase
  if (read === null) return undefined
  return await traced(`${phase.name}: read`, noAttributes, () => read(db, run))
}

/** Creates a span of the batch that ends when all statements of a phase are answered. */
function traceAnswers(phase: Phase, statements: readonly Promise<unknown>[]): void {
  if (statements.length === 0) return
  traced(`${phase.name}: write`, noAttributes, () => Promise.all(statements)).catch(() => undefined)
}

const noAttributes = () => ({})

/** Results of the phases read and computed so far. */
class Run implements PhaseRun {
  readonly batch: IncomingBatch
  readonly #inputs = new Map<Phase, unknown>()
  readonly #outputs: Map<Phase, unknown>

  constructor(batch: IncomingBatch, given: GivenOutputs) {
    this.batch = batch
    this.#outputs = new Map(given)
  }

  give(phase: Phase, inputs: unknown): void {
    this.#inputs.set(phase, inputs)
  }

  outputOf<Output>(phase: Phase<Output>): Output {
    if (!this.#outputs.has(phase)) this.#outputs.set(phase, phase.compute(this, this.#inputs.get(phase)))
    return this.#outputs.get(phase) as Output
  }
}
