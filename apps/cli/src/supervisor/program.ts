import type { ServiceAccount } from '@opal/store/embedded/service-account'

/** One program under the supervisor. */
export interface Program {
  /** Short, for file names and `--only`. */
  readonly name: string
  /** For people. */
  readonly title: string
  /** Absolute path of its `main.ts`, or of an engine's executable. */
  readonly script: string
  readonly args?: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** Done before each start: removes what would make it seem ready too early. */
  readonly prepare?: () => void
  /** Returns whether the program is ready for work. Polled after each start. */
  readonly isReady: () => Promise<boolean>
  /** Longest time without a word in its log before it is ready at the first start. */
  readonly silentForMs: number
  /** Set for an engine, which is no program of ours: it is run as it is, not by this Node. */
  readonly engine?: EngineProcess
}

/** How an engine is run. It does not end with its parent, so its process is recorded and a survivor ended later. */
export interface EngineProcess {
  /** Account that it runs as. */
  readonly account: Pick<ServiceAccount, 'uid' | 'gid'>
  /** Its working directory. */
  readonly folder: string
  /** Holds the identity of its process while it runs. */
  readonly pidFile: string
  /** Time that it has to end after SIGTERM, milliseconds. */
  readonly stopTimeoutMs: number
}
