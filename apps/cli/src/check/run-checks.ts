import pc from 'picocolors'
import type { Tally } from '../test/tally.ts'
import type { CheckStep } from './steps.ts'

const SHOWN_LINES = 60

/** Runs all steps in parallel, and reports the duration and findings of each as it ends, and what it left out. */
export async function runChecks(steps: readonly CheckStep[], say: (line: string) => void): Promise<Tally> {
  const verdicts = await Promise.all(steps.map((step) => runStep(step, say)))
  const passed = verdicts.filter(Boolean).length
  return { passed, failed: steps.length - passed }
}

/** @returns whether the step found no fault. */
async function runStep({ title, run, skipped }: CheckStep, say: (line: string) => void): Promise<boolean> {
  const began = performance.now()
  const faults = await run()
  const took = pc.dim(`${((performance.now() - began) / 1000).toFixed(1)} s`)
  say(`${faults.length === 0 ? pc.green('✓') : pc.red('✗')} ${title.padEnd(18)} ${took}`)
  for (const line of skipped?.() ?? []) say(`    ${pc.yellow(line)}`)
  for (const line of faults.slice(0, SHOWN_LINES)) say(`    ${line}`)
  if (faults.length > SHOWN_LINES) say(`    and ${faults.length - SHOWN_LINES} lines more`)
  return faults.length === 0
}
