import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { BARE_CODES, explainStatus } from '@opal/domain/failures/explain-status'
import { NAMED_FAILURES } from '@opal/domain/failures/failure-names'
import { describe, expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/** Names of error constants in the sources that a pattern finds. */
function constantsIn(pattern: string, constant: RegExp): readonly string[] {
  const files = globSync(pattern, { cwd: ROOT }).filter((file) => !file.endsWith('.test.ts'))
  const names = files.flatMap((file) => [...readFileSync(`${ROOT}/${file}`, 'utf8').matchAll(constant)])
  return [...new Set(names.map(([, name = '']) => name))].toSorted()
}

// @feature trade.failures
describe('failure messages', () => {
  // Tests of the modules have constants of their own.
  const move = constantsIn('contracts/{marketplace,aggregator,stubs}/**/sources/**/*.move', /const (E[A-Z_]+): u64/g)
  const simulated = constantsIn(
    'dev/chain/src/{marketplaces/**/*,modules/token-v1/token-{aborts,arguments,data,store}}.ts',
    /[('" ](E[A-Z]+_[A-Z_]+|EEXPIRED)[:'"]/g,
  )

  it('finds the error constants of the modules', () => {
    expect(move.length).toBeGreaterThan(25)
    expect(simulated.length).toBeGreaterThan(25)
  })

  it.each([...new Set([...move, ...simulated])])('explains %s', (name) => {
    const sentence = explainStatus(`Move abort in 0x584b::some_module: ${name}(0x1): whatever`, 'listing')?.sentence
    expect(sentence).toMatch(/^[A-Z]\S*(?: \S+){2,}$/)
    expect(sentence).not.toContain(name)
    expect(sentence).not.toContain('whatever')
  })

  it('explains a code without its name like the name', () => {
    const files = globSync('contracts/{marketplace,aggregator}/sources/*.move', { cwd: ROOT })
    const constants = files.flatMap((file) => {
      const text = readFileSync(`${ROOT}/${file}`, 'utf8')
      const module = /^module \w+::(\w+)/m.exec(text)?.[1] ?? ''
      return [...text.matchAll(/const (E[A-Z_]+): u64 = (\d+);/g)].map(([, name, code]) => ({ module, name, code }))
    })
    expect(constants.length).toBeGreaterThan(20)
    for (const { module, name, code } of constants) {
      expect(BARE_CODES[module]?.[Number(code)], module).toBe(name)
      // The framework's errors put a category before the reason.
      const bare = explainStatus(
        `Move abort in 0x584b::${module}: 0x${(0x60000 + Number(code)).toString(16)}`,
        'listing',
      )
      expect(bare).toEqual(explainStatus(`Move abort in 0x584b::${module}: ${name}(0x60001): none`, 'listing'))
    }
  })

  it.each(Object.entries(BARE_CODES))('explains every bare code of %s', (module, codes) => {
    for (const code of Object.keys(codes)) {
      expect(
        explainStatus(`Move abort in 0x584b::${module}: 0x${Number(code).toString(16)}`, 'listing'),
        code,
      ).not.toBeNull()
    }
  })

  it('gives one meaning to each name, unless a module differs', () => {
    const abort = (module: string) =>
      explainStatus(`Move abort in 0x584b::${module}: ENOT_OWNER(0x50004): no`, 'listing')?.sentence
    expect(abort('listing')).toBe(NAMED_FAILURES.ENOT_OWNER?.sentence)
    expect(abort('token_offer')).toContain('placed this bid')
  })

  it.each([
    ['Move abort in 0x1::coin: 0x10006', 'insufficient-balance'],
    ['Move abort in 0x1::object: 0x60002', 'listing-gone'],
    ['Move abort in 0x3::token_transfers: ETOKEN_OFFER_NOT_EXIST(0x1): none', 'nothing-to-claim'],
    ['INSUFFICIENT_BALANCE_FOR_TRANSACTION_FEE', 'insufficient-balance'],
    ['Out of gas', 'network-busy'],
    ['Move abort: code 0x30001', 'price-changed'],
    ['Move abort: code 0x30002', 'price-changed'],
    ['SEQUENCE_NUMBER_TOO_OLD', 'network-busy'],
  ])('classifies %s as %s', (vmStatus, kind) => {
    expect(explainStatus(vmStatus, 'listing')?.kind).toBe(kind)
  })

  it('invents nothing about unknown failures', () => {
    expect(explainStatus('Move abort in 0x2::vase: EBROKEN(0x1): in pieces', 'listing')).toBeNull()
    expect(explainStatus('Executed successfully', 'listing')).toBeNull()
  })
})
