import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { callsChart } from './calls-chart.ts'
import { goalsChart } from './goals-chart.ts'
import { readResults, type SavedResults } from './saved-results.ts'

/** Largest number of measurements with goals whose names a chart still shows. */
const MAX_ROWS = 60

/** Draws the saved results of a folder, an image for each benchmark. @returns the files that were written. */
export function drawCharts(resultsFolder: string, imagesFolder: string): readonly string[] {
  mkdirSync(imagesFolder, { recursive: true })
  return readResults(resultsFolder).map((results) => {
    const file = join(imagesFolder, `${results.benchmark}.svg`)
    writeFileSync(file, drawChart(results))
    return file
  })
}

/** Draws the results of one benchmark. */
export function drawChart(results: SavedResults): string {
  const judged = results.measurements.filter(({ goal }) => goal !== null)
  return judged.length > MAX_ROWS ? callsChart(results) : goalsChart(results)
}
