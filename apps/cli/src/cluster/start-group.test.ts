import { existsSync, mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Program } from '../supervisor/program.ts'
import type { SupervisedProgram } from '../supervisor/supervised-program.ts'
import { startGroup } from './start-group.ts'

/** A program that runs `code`, and is ready when it says so. */
function program(folder: string, name: string, code: string): Program {
  const script = join(folder, `${name}.mjs`)
  writeFileSync(script, code)
  const isReady = async () => existsSync(join(folder, `${name}.ready`))
  return { name, title: name, script, env: { FOLDER: folder }, isReady, silentForMs: 60_000 }
}

const WAITS = 'setInterval(() => {}, 1_000)'
const readyAs = (name: string) =>
  `import { writeFileSync } from 'node:fs'; writeFileSync(process.env.FOLDER + '/${name}.ready', ''); ${WAITS}`

const optionsIn = (logFolder: string, signal = new AbortController().signal) => ({
  logFolder,
  announce: () => undefined,
  signal,
})

test('starts all programs of a group, and hands them over to be ended', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'opal-group-'))
  const group: SupervisedProgram[] = []
  const programs = ['one', 'two'].map((name) => program(folder.path, name, readyAs(name)))
  await startGroup(programs, optionsIn(folder.path), (running) => group.push(running))
  expect(group.map((each) => each.program.name).toSorted()).toEqual(['one', 'two'])
  await Promise.all(group.map((each) => each.stop()))
})

test.each([0, 1, 2])(
  'where one fails the others are not waited for, and its words are the reason: the one at %i',
  async (at) => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'opal-group-'))
    const programs = [0, 1, 2].map((n) =>
      program(folder.path, `server${n}`, n === at ? `console.log('the disk is full'); process.exitCode = 1` : WAITS),
    )
    const started: SupervisedProgram[] = []
    await expect(startGroup(programs, optionsIn(folder.path), (running) => started.push(running))).rejects.toThrow(
      `server${at} could not start: the disk is full`,
    )
    expect(started).toEqual([])
  },
)

test('a start that is given up ends all programs of the group', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'opal-group-'))
  const programs = ['one', 'two'].map((name) => program(folder.path, name, WAITS))
  await expect(startGroup(programs, optionsIn(folder.path, AbortSignal.abort()), () => undefined)).rejects.toThrow(
    'The start was given up.',
  )
})
