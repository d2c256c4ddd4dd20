import type { BrowserContext, Page } from 'playwright-core'
import { tracesSnapshots } from './config.ts'
import { createTail, type Tail } from './tail.ts'

/** A window of a test, and what is recorded for the case that the test fails. */
export interface WatchedWindow {
  readonly context: BrowserContext
  /** Logs, errors and failed requests of its pages. */
  readonly words: Tail
}

/** Windows of the running test and, beneath them, of its file. */
const windows: { file: Set<WatchedWindow>; test: Set<WatchedWindow> | null } = { file: new Set(), test: null }
const wordsOf = new WeakMap<BrowserContext, Tail>()

/** Begins to trace a window, which belongs to the running test, or to the file between two. */
export async function watchWindow(context: BrowserContext): Promise<void> {
  const words = createTail()
  wordsOf.set(context, words)
  const own = windows.test ?? windows.file
  own.add({ context, words })
  await context.tracing.start({ snapshots: tracesSnapshots, screenshots: false })
}

/** Keeps what a page says. */
export function watchPage(page: Page): void {
  const words = wordsOf.get(page.context())
  if (words === undefined) return
  page.on('console', (line) => {
    if (line.type() === 'error' || line.type() === 'warning')
      words.add(`${line.type()}: ${line.text()} (${page.url()})`)
  })
  page.on('pageerror', (error) => words.add(`thrown: ${error.stack ?? error.message}`))
  page.on('requestfailed', (request) =>
    words.add(`failed: ${request.method()} ${request.url()} ${request.failure()?.errorText ?? ''}`),
  )
  page.on('response', (response) => {
    if (response.status() >= 400) words.add(`${response.status()}: ${response.request().method()} ${response.url()}`)
  })
}

/** From here on windows belong to the test that begins. */
export function testBegins(): void {
  windows.test = new Set()
}

/** Returns every window that the running test can use. */
export function openWindows(): readonly WatchedWindow[] {
  return [...windows.file, ...(windows.test ?? [])]
}

/** Closes what the test opened. */
export async function closeTest(): Promise<void> {
  const { test } = windows
  windows.test = null
  await close(test ?? new Set())
}

/** Closes what the file opened. */
export async function closeFile(): Promise<void> {
  const { file } = windows
  windows.file = new Set()
  await close(file)
}

async function close(own: ReadonlySet<WatchedWindow>): Promise<void> {
  await Promise.all([...own].map(({ context }) => context.close()))
}
