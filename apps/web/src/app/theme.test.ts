// @vitest-environment happy-dom
import { readFileSync } from 'node:fs'
import { afterEach, expect, it, vi } from 'vitest'
import { applyTheme, PAGE_COLORS } from './theme.ts'

afterEach(() => {
  document.head.innerHTML = ''
  vi.unstubAllGlobals()
})

const TOKENS = `${import.meta.dirname}/../../../../packages/ui/src/theme/tokens.css`

// @feature shell.theme
it('has the page colors of the style sheet', () => {
  const [dark, light] = [...readFileSync(TOKENS, 'utf8').matchAll(/--color-page: (#[0-9a-f]{6});/g)].map(
    ([, hex]) => hex,
  )
  expect(PAGE_COLORS).toEqual({ dark, light })
})

// @feature shell.theme
it.each([
  ['dark', true, 'dark'],
  ['light', false, 'light'],
  ['system', true, 'light'],
  ['system', false, 'dark'],
] as const)('colors the bars of a phone like the page: %s where the system is light: %s', (choice, isLight, theme) => {
  vi.stubGlobal('matchMedia', () => ({ matches: isLight }))
  document.head.innerHTML = '<meta name="theme-color" content="red"><meta name="theme-color" content="blue">'
  applyTheme(choice)
  expect(document.documentElement.dataset.theme).toBe(theme)
  const colors = [...document.querySelectorAll('meta[name="theme-color"]')].map((meta) => meta.getAttribute('content'))
  expect(colors).toEqual([PAGE_COLORS[theme], PAGE_COLORS[theme]])
})
