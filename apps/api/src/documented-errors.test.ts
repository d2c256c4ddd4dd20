import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { ERROR_STATUS } from '@opal/contract/http/error-body'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const page = readFileSync(`${root}docs/reference/errors.md`, 'utf8')
const headings = [...page.matchAll(/^## (.+)$/gm)].map(([, code = '']) => code)

describe('docs/reference/errors.md', () => {
  it('has a heading for every code in the source, and no other', () => {
    const codes = new Set([...Object.keys(ERROR_STATUS), ...errorCodes(), ...clientCodes(), ...tradeReasons()])
    expect(headings).toEqual([...codes].sort())
  })

  it('says of every code of the API which status it has', () => {
    for (const [code, status] of Object.entries(ERROR_STATUS)) {
      expect(section(code), code).toMatch(new RegExp(`API, ${status}\\b`))
    }
  })
})

function section(code: string): string {
  return page.split(/^## /m).find((part) => part.startsWith(`${code}\n`)) ?? ''
}

/** Codes of the errors of every package. */
function errorCodes(): readonly string[] {
  return sources('{packages,apps,dev}/*/src/**/*.ts', /readonly code = '([a-z-]+)'/g)
}

function clientCodes(): readonly string[] {
  return sources('packages/contract/src/http/api-error.ts', /^ {2}\| '([a-z-]+)'/gm)
}

/** Codes with which the payload calls say why something cannot be traded. */
function tradeReasons(): readonly string[] {
  return sources('apps/api/src/trading/**/*.ts', /code: '([a-z-]+)'/g)
}

function sources(pattern: string, code: RegExp): readonly string[] {
  const files = globSync(pattern, { cwd: root, exclude: (path) => path.includes('node_modules') })
  const found = files
    .filter((path) => !path.includes('.test.'))
    .flatMap((path) => [...readFileSync(`${root}${path}`, 'utf8').matchAll(code)].map(([, name = '']) => name))
  if (found.length === 0) throw new Error(`No code was found in ${pattern}.`)
  return found
}
