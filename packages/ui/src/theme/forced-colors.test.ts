import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const root = `${import.meta.dirname}/../../../..`
const forced = readFileSync(`${import.meta.dirname}/forced-colors.css`, 'utf8')
/** How a style sheet names what is chosen. */
const CHOSEN =
  /\[aria-(?:selected|pressed|current)(?:="\w+")?\]|\[data-(?:on|selected)\b|:checked\b|\[data-state="checked"\]/g

// @feature shell.forced-colors
it('marks whatever any style sheet marks as chosen', () => {
  const sheets = globSync('{packages/ui,apps/web}/src/**/*.module.css', { cwd: root })
  const marks = new Set(sheets.flatMap((sheet) => readFileSync(`${root}/${sheet}`, 'utf8').match(CHOSEN) ?? []))
  expect(marks.size).toBeGreaterThan(5)
  expect([...marks].filter((mark) => !forced.includes(mark))).toEqual([])
})

it('is part of every page', () => {
  expect(readFileSync(`${root}/apps/web/src/root.tsx`, 'utf8')).toContain("import '@opal/ui/theme/forced-colors.css'")
})
