import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')
type Rgba = readonly [number, number, number, number]

/** The colour roles of one theme, the light ones over the dark. */
function theme(name: 'dark' | 'light'): Readonly<Record<string, string>> {
  const blocks = [...css.matchAll(/:root(\[data-theme="light"\])? \{([^}]*)\}/g)]
  const wanted = blocks.filter(([, isLight]) => name === 'light' || isLight === undefined)
  const lines = wanted.flatMap(([, , body]) => [...(body ?? '').matchAll(/(--color-[\w-]+): ([^;]+);/g)])
  return Object.fromEntries(lines.map(([, role, value]) => [role ?? '', value ?? '']))
}

function parse(colour: string): Rgba {
  const hex = /^#(..)(..)(..)$/.exec(colour)
  if (hex !== null) return [1, 2, 3].map((at) => Number.parseInt(hex[at] ?? '', 16)).concat(1) as unknown as Rgba
  return (colour.match(/[\d.]+/g) ?? []).map(Number) as unknown as Rgba
}

function over(top: Rgba, bottom: Rgba): Rgba {
  return [0, 1, 2].map((at) => (top[at] ?? 0) * top[3] + (bottom[at] ?? 0) * (1 - top[3])).concat(1) as unknown as Rgba
}

function luminance(colour: Rgba): number {
  const [r, g, b] = colour.slice(0, 3).map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * (r ?? 0) + 0.7152 * (g ?? 0) + 0.0722 * (b ?? 0)
}

function contrast(a: Rgba, b: Rgba): number {
  const [light, dark] = [luminance(a), luminance(b)].toSorted((x, y) => y - x)
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05)
}

describe.each(['dark', 'light'] as const)('the %s theme', (name) => {
  const roles = theme(name)
  const colour = (role: string) => parse(roles[`--color-${role}`] ?? '')
  const surfaces = ['page', 'raised', 'overlay'] as const

  it.each(['text', 'text-muted', 'text-faint', 'link', 'info', 'positive', 'negative', 'warning'])(
    'reads %s on every surface',
    (role) => {
      for (const surface of surfaces) expect(contrast(colour(role), colour(surface))).toBeGreaterThanOrEqual(4.5)
    },
  )

  it.each(['text', 'text-muted', 'text-faint', 'link'])('has enough contrast for %s in a hovered row', (role) => {
    for (const surface of surfaces) {
      expect(contrast(colour(role), over(colour('hover'), colour(surface)))).toBeGreaterThanOrEqual(4.5)
    }
  })

  // Not for faint text, which turns muted there.
  it.each(['text', 'text-muted', 'link', 'warning'])('has enough contrast for %s on a pressed ground', (role) => {
    for (const surface of surfaces) {
      expect(contrast(colour(role), over(colour('pressed'), colour(surface)))).toBeGreaterThanOrEqual(4.5)
    }
  })

  it.each(['positive', 'negative', 'warning'])('has enough contrast for %s on its soft background', (role) => {
    for (const surface of surfaces) {
      expect(contrast(colour(role), over(colour(`${role}-soft`), colour(surface)))).toBeGreaterThanOrEqual(4.5)
    }
  })

  // @feature shell.audited
  it.each(['positive', 'negative', 'warning'])(
    'has enough contrast for a badge of %s in a hovered or selected row',
    (role) => {
      for (const row of ['hover', 'accent-soft']) {
        const ground = over(colour(`${role}-soft`), over(colour(row), colour('page')))
        expect(contrast(colour(role), ground)).toBeGreaterThanOrEqual(4.5)
      }
    },
  )

  // @feature shell.accent
  it('has enough contrast for a count of what is new', () => {
    expect(contrast(colour('on-info'), colour('info'))).toBeGreaterThanOrEqual(4.5)
  })

  it('has enough contrast for the label of the accent button', () => {
    for (const ground of ['accent', 'accent-hover']) {
      expect(contrast(colour('on-accent'), colour(ground))).toBeGreaterThanOrEqual(4.5)
    }
  })
})

// @feature shell.theme
it('the dark theme has the colours and the font of the product', () => {
  expect(theme('dark')).toMatchObject({
    '--color-accent': '#9d80ff',
    '--color-positive': '#8cd867',
    '--color-negative': '#ff5449',
  })
  expect(css).toMatch(/--font-sans: "Inter Variable", "Inter"/)
})

// @feature shell.accent
it('has the accent for what one presses alone: charts and progress have another colour', () => {
  const sheet = readFileSync(new URL('../charts/chart.module.css', import.meta.url), 'utf8')
  expect(sheet).toContain('--color-info')
  expect(sheet).not.toContain('--color-accent')
})
