import Table from 'cli-table3'
import type { Measurement } from './measurement.ts'

/** Returns one JSON object a line, its keys in the order that `npm run bench -- --help` names. */
export function measurementLine({ name, value, unit, limit, ratio, goal, met }: Measurement): string {
  return JSON.stringify({ name, value, unit, limit, ratio, goal, met })
}

/** For eyes. */
export function measurementTable(measurements: readonly Measurement[]): string {
  const table = new Table({
    head: ['measurement', 'value', 'unit', 'limit', 'ratio', 'goal', 'met'],
    style: { head: [] },
  })
  for (const { name, value, unit, limit, ratio, goal, met } of measurements) {
    table.push([name, value, unit, limit ?? '', ratio ?? '', goal ?? '', met === null ? '' : met ? 'yes' : 'no'])
  }
  return table.toString()
}
