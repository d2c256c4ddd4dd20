import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { originalOf, reachablePlace } from './reachable-place.ts'

/** A uid that owns nothing here, so that closed folders stop it. */
const STRANGER = { uid: 54_321, gid: 54_321, isShared: false }

let home: string
let state: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'opal-place-'))
  state = join(home, 'state')
  mkdirSync(join(home, 'closed', 'one'), { recursive: true })
  chmodSync(join(home, 'closed'), 0o700)
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const engines = (name: string) => join(home, 'closed', name, 'engines')
const place = (name: string, account: typeof STRANGER | null = STRANGER) =>
  reachablePlace(engines(name), account, state)

test('puts data elsewhere where an account cannot reach its place, and finds it again by its link', () => {
  const made = place('one')
  expect(dirname(made)).toBe(state)
  writeFileSync(join(made, 'data'), '')
  expect([place('one'), place('one', null), originalOf(engines('one'), state)]).toEqual([made, made, null])
})

test('puts data in the requested place where the account reaches it', () => {
  expect(place('one', null)).toBe(engines('one'))
  expect(existsSync(state)).toBe(false)
})

test('a copy of a directory does not use the data of the first, and one that was moved keeps its own', () => {
  const made = place('one')
  writeFileSync(join(made, 'data'), '')
  const copy = (to: string) =>
    cpSync(join(home, 'closed', 'one'), join(home, 'closed', to), { recursive: true, verbatimSymlinks: true })
  copy('two')
  expect(() => place('two')).toThrow(`${engines('two')} is a link to the data of ${engines('one')}: remove the link`)
  expect(originalOf(engines('two'), state)).toBe(engines('one'))
  renameSync(join(home, 'closed', 'one'), join(home, 'closed', 'moved'))
  expect([place('moved'), originalOf(engines('moved'), state)]).toEqual([made, null])
  expect(() => place('two')).toThrow(`a link to the data of ${engines('moved')}`)
  rmSync(engines('two'))
  const own = place('two')
  expect([own === made, readdirSync(own)]).toEqual([false, []])
})

test('does not take over data that a manually removed directory left behind, but takes empty places', () => {
  const made = place('one')
  rmSync(join(home, 'closed', 'one'), { recursive: true })
  expect(place('one')).toBe(made)
  writeFileSync(join(made, 'data'), '')
  rmSync(join(home, 'closed', 'one'), { recursive: true })
  expect(() => place('one')).toThrow(
    `${engines('one')} was removed, and its data is still in ${made}: to begin with none, remove that, too.`,
  )
})

test('a directory that was brought here without its data is not given an empty database, one whose data was removed here is', () => {
  const made = place('one')
  writeFileSync(join(made, 'data'), '')
  rmSync(made, { recursive: true })
  // As by a reset that was killed.
  expect([place('one'), readdirSync(made)]).toEqual([made, []])
  // As on another machine, or in a new container.
  rmSync(state, { recursive: true })
  expect(() => place('one')).toThrow(
    `${engines('one')} is a link to ${made}, which is not on this machine: copy that here`,
  )
  mkdirSync(made, { recursive: true })
  writeFileSync(join(made, 'data'), '')
  expect([place('one'), readdirSync(made)]).toEqual([made, ['data']])
  rmSync(state, { recursive: true })
  rmSync(engines('one'))
  expect([place('one'), readdirSync(made)]).toEqual([made, []])
})
