import type { Executor } from '../driver/pipelining.ts'
import type { Tables } from '../schema/tables.ts'
import type { IncomingBatch } from './batch.ts'

/** A table by its name with schema. */
export type TableName = keyof Tables

/** One run of phases over a batch. */
export interface PhaseRun {
  readonly batch: IncomingBatch
  /** Returns the output of a phase, computing it if needed: nothing waits for rows that are not due yet. */
  outputOf<Output>(phase: Phase<Output>): Output
}

/** One step of the write path as the scheduler runs it; see {@link definePhase}. */
export interface Phase<Output = unknown> {
  readonly name: string
  readonly needs: readonly Phase[]
  readonly reads: readonly TableName[]
  readonly readsBefore: readonly TableName[]
  readonly writes: readonly TableName[]
  readonly read: ((db: Executor, run: PhaseRun) => Promise<unknown>) | null
  readonly compute: (run: PhaseRun, inputs: unknown) => Output
  readonly write: ((db: Executor, run: PhaseRun) => readonly Promise<unknown>[]) | null
}

type Needs = Readonly<Record<string, Phase>>

/** The batch, and the outputs of the needed phases under the names that the phase gives them. */
export type Given<Of extends Needs> = { readonly batch: IncomingBatch } & {
  readonly [Name in keyof Of]: Of[Name] extends Phase<infer Output> ? Output : never
}

interface PhaseDefinition<Of extends Needs, Inputs, Output> {
  readonly name: string
  /** Earlier phases whose outputs this one uses. */
  readonly needs?: Of
  /** Tables read as the batch leaves them: every other phase that writes one must precede this one. */
  readonly reads?: readonly TableName[]
  /** Tables read as they were before the batch: every other phase that writes one must follow this one. */
  readonly readsBefore?: readonly TableName[]
  /** Tables it writes, triggers aside. */
  readonly writes?: readonly TableName[]
  /** Reads what the batch itself lacks. Sends no statement that writes. */
  read?(db: Executor, given: Given<Of>): Promise<Inputs>
  /** Computes the rows to be written and the input of later phases. Pure. */
  compute(given: Given<Of>, inputs: Inputs): Output
  /**
   * Sends its statements before it returns.
   * @returns the pending statements.
   */
  write?(db: Executor, output: Output, given: Given<Of>): readonly Promise<unknown>[]
}

/**
 * Defines a step of the write path: read, compute, write.
 * @example definePhase({ name: 'checkpoint', writes: ['chain.checkpoints'], compute: ({ batch }) => batch.position, write: … })
 */
export function definePhase<Of extends Needs = Record<never, never>, Inputs = undefined, Output = undefined>({
  name,
  needs,
  reads = [],
  readsBefore = [],
  writes = [],
  read,
  compute,
  write,
}: PhaseDefinition<Of, Inputs, Output>): Phase<Output> {
  const given = (run: PhaseRun): Given<Of> => {
    const outputs = Object.entries(needs ?? {}).map(([as, phase]) => [as, run.outputOf(phase)])
    return { batch: run.batch, ...Object.fromEntries(outputs) } as Given<Of>
  }
  const phase: Phase<Output> = {
    name,
    needs: Object.values(needs ?? {}),
    reads,
    readsBefore,
    writes,
    read: read === undefined ? null : (db, run) => read(db, given(run)),
    compute: (run, inputs) => compute(given(run), inputs as Inputs),
    write: write === undefined ? null : (db, run) => write(db, run.outputOf(phase), given(run)),
  }
  return phase
}
