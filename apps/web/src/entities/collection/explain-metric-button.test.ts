import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it('is hidden only from those who can hover: by touch it would be an invisible target', () => {
  const sheet = readFileSync(`${import.meta.dirname}/explain-metric-button.module.css`, 'utf8')
  const elsewhere = sheet.replace(/@media \(hover: hover\) \{[\s\S]*?\n\}/, '')
  expect(elsewhere).not.toBe(sheet)
  expect(elsewhere).not.toMatch(/opacity: 0/)
})
