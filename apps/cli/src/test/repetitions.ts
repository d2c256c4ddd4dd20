import Table from 'cli-table3'
import type { FileReport } from './test-report.ts'

/** Results of one test file over several rounds. */
export interface Repetition {
  readonly path: string
  /** Rounds in which all of its tests passed, and in which one did not. */
  readonly passes: number
  readonly fails: number
  readonly seconds: { readonly least: number; readonly median: number; readonly most: number }
}

/** Sums rounds up by file: those that failed first, then the slowest. */
export function repetitionsOf(rounds: readonly (readonly FileReport[])[]): readonly Repetition[] {
  const byPath = Map.groupBy(rounds.flat(), ({ path }) => path)
  return [...byPath]
    .map(([path, reports]) => {
      const seconds = reports.map((report) => report.seconds).sort((a, b) => a - b)
      const fails = reports.filter(({ failed }) => failed > 0).length
      const at = (position: number) => seconds.at(position) ?? 0
      return {
        path,
        passes: reports.length - fails,
        fails,
        seconds: { least: at(0), median: at(Math.floor((seconds.length - 1) / 2)), most: at(-1) },
      }
    })
    .sort((a, b) => b.fails - a.fails || b.seconds.median - a.seconds.median)
}

/** Returns the table that a long run ends with. */
export function repetitionTable(repetitions: readonly Repetition[]): string {
  const columns = ['passes', 'fails', 'least s', 'median s', 'most s']
  const table = new Table({ head: ['test file', ...columns], style: { head: [], border: [] } })
  for (const { path, passes, fails, seconds } of repetitions) {
    const { least, median, most } = seconds
    table.push([path, passes, fails, ...[least, median, most].map((value) => value.toFixed(1))])
  }
  return table.toString()
}
