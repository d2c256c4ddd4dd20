/** One program under the supervisor. */
export interface Program {
  /** Short, for file names and `--only`. */
  readonly name: string
  /** For people. */
  readonly title: string
  /** Absolute path of its `main.ts`. */
  readonly script: string
  readonly args?: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** Done before each start: removes what would make it seem ready too early. */
  readonly prepare?: () => void
  /** Returns whether the program is ready for work. Polled after each start. */
  readonly isReady: () => Promise<boolean>
  /** Longest time without a word in its log before it is ready at the first start. */
  readonly silentForMs: number
}
