import { expect, test } from 'vitest'
import { faultsOfFontSizes } from './font-sizes.ts'

const faults = (declaration: string) => faultsOfFontSizes(new Map([['a.css', `.a {\n  ${declaration};\n}`]]))

// @feature shell.type-size
test.each([
  'font-size: 12px',
  'font-size: 0.75rem',
  'font-size: inherit',
  'font-size: var(--text-xs)',
  'font-size: 1.1em',
  'font-size: max(0.93em, var(--text-xs))',
  'font-size: clamp(12px, 40cqmin, 96px)',
  'font: 400 var(--text-md) / 1.45 var(--font-sans)',
  'font: inherit',
  '--text-xs: 0.75rem',
  'line-height: 8px',
])('accepts %s', (declaration) => {
  expect(faults(declaration)).toEqual([])
})

// @feature shell.type-size
test.each([
  ['font-size: 10px', '10px'],
  ['font-size: 0.7rem', '0.7rem'],
  ['font-size: 0.93em', '0.93em'],
  ['font-size: 90%', '90%'],
  ['font-size: smaller', 'smaller'],
  ['font-size: clamp(8px, 2vw, 40px)', 'clamp(8px, 2vw, 40px)'],
  ['font-size: max(0.5em, 11px)', 'max(0.5em, 11px)'],
  ['font: 400 11px / 1.4 "Inter"', '11px'],
  ['--text-2xs: 0.625rem', '0.625rem'],
])('reports %s', (declaration, size) => {
  expect(faults(declaration)).toEqual([
    `a.css:2 ${size} can be less than 12 px: take var(--text-xs), or max(${size}, var(--text-xs))`,
  ])
})

// @feature shell.type-size
test.each([
  ['html', 'font: 400 var(--text-md) / 1.45 sans-serif', 'var(--text-md)'],
  [':root', 'font-size: 14px', '14px'],
  ['body, html', 'font-size: 1rem', '1rem'],
  ['html[data-theme="dark"]', 'font-size: 110%', '110%'],
])('reports a size of %s, which rem follows: %s', (selector, declaration, size) => {
  expect(faultsOfFontSizes(new Map([['a.css', `${selector} {\n  ${declaration};\n}`]]))).toEqual([
    `a.css:2 ${size} of the root element becomes the rem of every other size: set it on body`,
  ])
})

// @feature shell.type-size
test.each([
  ['body', 'font: 400 var(--text-md) / 1.45 sans-serif'],
  [':root', '--text-md: 0.875rem'],
  [':root .a', 'font-size: 14px'],
  ['html .a', 'font-size: 14px'],
])('accepts in %s: %s', (selector, declaration) => {
  expect(faultsOfFontSizes(new Map([['a.css', `${selector} { ${declaration}; }`]]))).toEqual([])
})
