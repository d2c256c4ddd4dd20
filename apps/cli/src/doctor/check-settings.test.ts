import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { examineSettings } from './check-settings.ts'
import { Examination } from './examination.ts'

const ADDRESSES = { stream: 'stream.example:443', web: 'http://127.0.0.1:3000' }

/** Examines an environment of mainnet. @returns the lines, and whether the indexer's settings could be read. */
async function examine(environment: Readonly<Record<string, string>>) {
  const lines: string[] = []
  const examination = new Examination((line) => void lines.push(stripVTControlCharacters(line).trim()))
  const indexer = await examineSettings('mainnet', ADDRESSES, { environment }, examination)
  return { lines, faults: examination.faults, isRead: indexer !== null }
}

test('what each program would refuse at its start is named before', async () => {
  expect(await examine({})).toEqual({
    faults: 2,
    isRead: true,
    lines: [
      expect.stringMatching(/^✓ Settings/),
      expect.stringMatching(/^✗ API +The API cannot start:\n +API_PUBLIC_URL: /),
      expect.stringMatching(/^✗ Site +The web server cannot start:\n +API_PUBLIC_URL: /),
    ],
  })
  const plain = await examine({ API_PUBLIC_URL: 'http://api.opal.example', INDEXER_PORT: 'many' })
  expect(plain).toMatchObject({ faults: 3, isRead: false })
  expect(plain.lines[1]).toContain('API_PUBLIC_URL: api.opal.example is not reached by https')
})

test('the addresses that browsers use are shown', async () => {
  const urls = { API_PUBLIC_URL: 'https://api.opal.example', WEB_PUBLIC_URL: 'https://opal.example' }
  expect(await examine(urls)).toEqual({
    faults: 0,
    isRead: true,
    lines: [
      expect.stringMatching(/^✓ Settings/),
      expect.stringMatching(/^✓ API +browsers reach it at https:\/\/api\.opal\.example$/),
      expect.stringMatching(/^✓ Site +browsers reach it at https:\/\/opal\.example$/),
    ],
  })
})
