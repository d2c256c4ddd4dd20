import { emptyFailures } from './failures.ts'

/** Empties `artifacts/failures.jsonl` once per run of the browser tests. */
export default function setup(): void {
  emptyFailures()
}
