import pc from 'picocolors'
import type { Tally } from '../test/tally.ts'
import type { CheckStep } from './steps.ts'

const SHOWN_LINES = 60

/** Runs every step, says what each took and what it found. */
export async function runChecks(steps: readonly CheckStep[], say: (line: string) => void): Promise<Tally> {
  let failed = 0
  for (const { title, run } of steps) {
    const began = performance.now()
    const faults = await run()
    const took = pc.dim(`${((performance.now() - began) / 1000).toFixed(1)} s`)
    say(`${faults.length === 0 ? pc.green('✓') : pc.red('✗')} ${title.padEnd(18)} ${took}`)
    for (const line of faults.slice(0, SHOWN_LINES)) say(`    ${line}`)
    if (faults.length > SHOWN_LINES) say(`    and ${faults.length - SHOWN_LINES} lines more`)
    if (faults.length > 0) failed += 1
  }
  return { passed: steps.length - failed, failed }
}
