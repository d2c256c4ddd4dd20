/** Result of one test file. */
export interface FileReport {
  /** From the repository's root, with forward slashes. */
  readonly path: string
  /** Project of `vitest.config.ts`. */
  readonly part: string
  /** From its start to its end: environment, imports, hooks and tests. */
  readonly seconds: number
  /** Of them, for the environment and what it imports. */
  readonly importSeconds: number
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  /** Full names of the tests that failed, with the first line of why; of a file that could not be loaded, its own. */
  readonly failures: readonly { readonly name: string; readonly reason: string }[]
}

/** Result of a run of vitest. */
export interface TestReport {
  readonly files: readonly FileReport[]
  /** By the clock, from the start of a part's first file to the end of its last. */
  readonly secondsOfParts: Readonly<Record<string, number>>
  /** First lines of what went wrong outside of any test. */
  readonly errors: readonly string[]
}
