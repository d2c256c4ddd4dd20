import { emptyFailures } from './failures.ts'

/** Once per run of the browser tests: what is found in `artifacts/failures.jsonl` afterwards is of this run. */
export default function setup(): void {
  emptyFailures()
}
