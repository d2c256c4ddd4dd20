import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DirectoryBusyError, LogCorruptError } from '../ledger/errors.ts'
import { openFileBlockStore } from './file-block-store.ts'

let directory: string
const logPath = (): string => join(directory, 'chain.log')

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'opal-log-'))
})
afterEach(() => {
  rmSync(directory, { recursive: true, force: true })
})

function write(records: readonly string[]): void {
  using store = openFileBlockStore(directory).store
  for (const record of records) store.append(Buffer.from(record))
}

function readAll(): { records: string[]; cutBytes: number } {
  const opened = openFileBlockStore(directory)
  using store = opened.store
  return {
    records: Array.from({ length: store.length }, (_, index) => store.read(index).toString()),
    cutBytes: opened.cutBytes,
  }
}

test('records come back in order, and more can be added after reopening', () => {
  write(['first', 'second'])
  write(['third'])
  expect(readAll()).toEqual({ records: ['first', 'second', 'third'], cutBytes: 0 })
})

test('a record torn at any byte is cut off, and the ones before it stay', () => {
  write(['first', 'second'])
  const whole = readFileSync(logPath())
  write(['third'])
  const longer = readFileSync(logPath())
  for (let length = whole.length; length < longer.length; length += 1) {
    writeFileSync(logPath(), longer.subarray(0, length))
    expect(readAll()).toEqual({ records: ['first', 'second'], cutBytes: length - whole.length })
  }
})

test('a last record whose bytes never reached the disk is cut off', () => {
  write(['first', 'second'])
  const bytes = readFileSync(logPath())
  bytes.fill(0, bytes.length - 3)
  writeFileSync(logPath(), bytes)
  expect(readAll().records).toEqual(['first'])
})

test('damage of any byte before the last record is named, and nothing is changed', () => {
  write(['first', 'second'])
  const before = readFileSync(logPath()).length
  write(['third'])
  const whole = readFileSync(logPath())
  for (let at = 0; at < before; at += 1) {
    const bytes = Buffer.from(whole)
    bytes[at] = (bytes[at] as number) ^ 1
    writeFileSync(logPath(), bytes)
    expect(readAll).toThrow(LogCorruptError)
    expect(readFileSync(logPath()).equals(bytes)).toBe(true)
  }
})

test('records in another order do not check, although each is whole', () => {
  write(['aaaa'])
  const head = readFileSync(logPath())
  write(['bbbb', 'cccc'])
  const all = readFileSync(logPath())
  const size = (all.length - head.length) / 2
  const [second, third] = [all.subarray(head.length, head.length + size), all.subarray(head.length + size)]
  writeFileSync(logPath(), Buffer.concat([head, third, second]))
  expect(readAll).toThrow(LogCorruptError)
})

test('a file of somebody else is left alone', () => {
  writeFileSync(logPath(), 'dear diary')
  expect(readAll).toThrow(/is not a chain log/)
  expect(readFileSync(logPath(), 'utf8')).toBe('dear diary')
})

test('a directory in use is refused, and free again when its holder is done', () => {
  const held = openFileBlockStore(directory).store
  expect(readAll).toThrow(DirectoryBusyError)
  held[Symbol.dispose]()
  expect(readAll().records).toEqual([])
})

test('the lock of a process that is gone is taken over', () => {
  write(['first'])
  writeFileSync(join(directory, 'chain.lock'), JSON.stringify({ pid: process.pid, startedAt: 'long ago' }))
  expect(readAll().records).toEqual(['first'])
})

test('garbage behind the last record is cut off', () => {
  write(['first'])
  appendFileSync(logPath(), Buffer.alloc(17, 7))
  expect(readAll()).toEqual({ records: ['first'], cutBytes: 17 })
})
