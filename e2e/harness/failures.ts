import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { queryValue } from '@opal/store/testing/market-truth'
import type { Page } from 'playwright-core'
import { openWindows, type WatchedWindow } from './watched-pages.ts'

const ARTIFACTS = fileURLToPath(new URL('../../artifacts/', import.meta.url))
/** A line for each failed test: `{test, folder, reason}`. */
const FAILURES = join(ARTIFACTS, 'failures.jsonl')
const E2E = join(ARTIFACTS, 'e2e')
const ROWS = 40
const MAX_NAME = 100
/** Characters of what a page shows that are printed with the failure, for runs whose files are gone afterwards. */
const MAX_SHOWN = 600

/** A failed test, as vitest reports it. */
export interface Failed {
  /** File, then the names around it, then its own. */
  readonly names: readonly string[]
  readonly reason: string
}

const contents = new Map<string, () => unknown>()

/**
 * Writes a file when a test of this file fails.
 * @param content returns its text, synchronously or not.
 */
export function keepOnFailure(fileName: string, content: () => unknown): void {
  contents.set(fileName, content)
}

/** The next test file keeps what is its own. */
export function clearArtifacts(): void {
  contents.clear()
}

/** Takes away what an earlier run left. */
export function emptyFailures(): void {
  rmSync(E2E, { recursive: true, force: true })
  mkdirSync(ARTIFACTS, { recursive: true })
  writeFileSync(FAILURES, '')
}

/** Saves pages, their traces and words, and what the test file asked to keep. Never throws: the failure itself is what counts. */
export async function saveFailure({ names, reason }: Failed): Promise<void> {
  const name = names
    .join(' ')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, MAX_NAME)
  const folder = join(E2E, name)
  mkdirSync(folder, { recursive: true })
  const faults: string[] = []
  const save = async (fileName: string, content: () => unknown) => {
    try {
      const text = await content()
      if (typeof text === 'string') writeFileSync(join(folder, fileName), `${text}\n`)
    } catch (error) {
      faults.push(`${fileName}: ${error}`)
    }
  }
  await save('reason.txt', () => reason)
  for (const [index, window] of openWindows().entries()) {
    const prefix = join(folder, `window-${index + 1}`)
    await save(`window-${index + 1}`, () => saveWindow(window, prefix))
  }
  for (const [fileName, content] of contents) await save(fileName, content)
  await save('not-saved.txt', () => (faults.length === 0 ? null : faults.join('\n')))
  const shown = `artifacts/e2e/${name}`
  appendFileSync(FAILURES, `${JSON.stringify({ test: names.join(' > '), folder: shown, reason })}\n`)
  process.stdout.write(`Saved in ${shown}: pages, traces (npx playwright-core show-trace), logs, last rows\n`)
  for (const { context } of openWindows()) for (const page of context.pages()) await printShown(page)
}

/** Prints the address of a page and the words in front: those of its dialogs and messages, else of the page. */
async function printShown(page: Page): Promise<void> {
  const shown = await page
    .evaluate(() => {
      const inFront = [...document.querySelectorAll<HTMLElement>('[role="dialog"], [role="alert"]')]
      const texts = (inFront.length > 0 ? inFront : [document.body]).map(({ innerText }) => innerText)
      return texts.join(' | ').replace(/\s+/g, ' ')
    })
    .catch((error: unknown) => String(error))
  process.stdout.write(`  ${page.url()} showed: ${shown.slice(0, MAX_SHOWN)}\n`)
}

async function saveWindow({ context, words }: WatchedWindow, prefix: string): Promise<void> {
  writeFileSync(`${prefix}.log`, `${words.lines.join('\n')}\n`)
  for (const [index, page] of context.pages().entries()) {
    const file = `${prefix}-page-${index + 1}`
    await page.screenshot({ path: `${file}.png`, timeout: 5_000 })
    writeFileSync(`${file}.html`, `<!-- ${page.url()} -->\n${await page.content()}`)
  }
  await context.tracing.stop({ path: `${prefix}-trace.zip` })
}

/** Returns the newest rows of the store. */
export async function lastRows(databaseUrl: string): Promise<string> {
  const last = (table: string, order: string) =>
    `(select coalesce(jsonb_agg(row), '[]') from (select * from ${table} order by ${order} limit ${ROWS}) row)`
  const text = await queryValue(
    databaseUrl,
    `select jsonb_pretty(jsonb_build_object(
      'changes', ${last('market.change_feed', 'id desc')},
      'activities', ${last('market.activities', 'version desc, event_index desc')},
      'checkpoints', ${last('chain.checkpoints', '1')}))`,
  )
  return text ?? ''
}
