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

test('reads records in order, and appends after reopening', () => {
  write(['first', 'second'])
  write(['third'])
  expect(readAll()).toEqual({ records: ['first', 'second', 'third'], cutBytes: 0 })
})

test('truncates a torn last record, and keeps those before it', () => {
  write(['first', 'second'])
  const whole = readFileSync(logPath())
  write(['third'])
  const longer = readFileSync(logPath())
  for (let length = whole.length; length < longer.length; length += 1) {
    writeFileSync(logPath(), longer.subarray(0, length))
    expect(readAll()).toEqual({ records: ['first', 'second'], cutBytes: length - whole.length })
  }
})

test('truncates a last record whose bytes were not written', () => {
  write(['first', 'second'])
  const bytes = readFileSync(logPath())
  bytes.fill(0, bytes.length - 3)
  writeFileSync(logPath(), bytes)
  expect(readAll().records).toEqual(['first'])
})

test('reports damage before the last record, and changes nothing', () => {
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

test('rejects intact records in another order', () => {
  write(['aaaa'])
  const head = readFileSync(logPath())
  write(['bbbb', 'cccc'])
  const all = readFileSync(logPath())
  const size = (all.length - head.length) / 2
  const [second, third] = [all.subarray(head.length, head.length + size), all.subarray(head.length + size)]
  writeFileSync(logPath(), Buffer.concat([head, third, second]))
  expect(readAll).toThrow(LogCorruptError)
})

test('leaves a foreign file unchanged', () => {
  writeFileSync(logPath(), 'dear diary')
  expect(readAll).toThrow(/is not a chain log/)
  expect(readFileSync(logPath(), 'utf8')).toBe('dear diary')
})

test('locks its directory until it is closed', () => {
  const held = openFileBlockStore(directory).store
  expect(readAll).toThrow(DirectoryBusyError)
  held[Symbol.dispose]()
  expect(readAll().records).toEqual([])
})

test('takes over the lock of a dead process', () => {
  write(['first'])
  writeFileSync(join(directory, 'chain.lock'), JSON.stringify({ pid: process.pid, startedAt: 'long ago' }))
  expect(readAll().records).toEqual(['first'])
})

test('truncates garbage after the last record', () => {
  write(['first'])
  appendFileSync(logPath(), Buffer.alloc(17, 7))
  expect(readAll()).toEqual({ records: ['first'], cutBytes: 17 })
})
