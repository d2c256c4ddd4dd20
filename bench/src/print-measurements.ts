import Table from 'cli-table3'
import type { Measurement } from './measurement.ts'

/** Returns one JSON object a line, its keys in the order that `npm run bench -- --help` names. */
export function measurementLine({ name, value, unit, limit, ratio, goal, met, details }: Measurement): string {
  return JSON.stringify({ name, value, unit, limit, ratio, goal, met, details })
}

/** Returns measurements as a table for people. */
export function measurementTable(measurements: readonly Measurement[]): string {
  const table = new Table({
    head: ['measurement', 'value', 'unit', 'limit', 'ratio', 'goal', 'met', 'details'],
    style: { head: [] },
  })
  for (const { name, value, unit, limit, ratio, goal, met, details = {} } of measurements) {
    const judged = met === null ? '' : met ? 'yes' : 'no'
    const extra = Object.entries(details).map(([part, measured]) => `${part} ${measured}`)
    table.push([name, value, unit, limit ?? '', ratio ?? '', goal ?? '', judged, extra.join(', ')])
  }
  return table.toString()
}
