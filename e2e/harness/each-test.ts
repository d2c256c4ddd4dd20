import { afterAll, afterEach, beforeEach, type RunnerTestCase, type RunnerTestSuite } from 'vitest'
import { clearArtifacts, saveFailure } from './failures.ts'
import { lendWorker, perWorker } from './per-worker.ts'
import { closeFile, closeTest, testBegins } from './watched-pages.ts'

// Runs before every file of the browser tests.
perWorker.beforeAll(({ owned }) => lendWorker(owned))

beforeEach(testBegins)
afterEach(async ({ task }) => {
  await saveIfFailed(task)
  await closeTest()
})
// biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern which fixtures are needed: none.
afterAll(async ({}, file) => {
  await saveIfFailed(file)
  await closeFile()
  clearArtifacts()
})

/** A file fails by its own errors: those of its set-up. */
async function saveIfFailed(task: Readonly<RunnerTestCase> | Readonly<RunnerTestSuite>): Promise<void> {
  const errors = task.result?.errors ?? []
  if (errors.length === 0) return
  await saveFailure({ names: namesOf(task), reason: errors.map(({ stack, message }) => stack ?? message).join('\n\n') })
}

function namesOf(task: Readonly<RunnerTestCase> | Readonly<RunnerTestSuite>): readonly string[] {
  const { suite } = task
  if (task === task.file) return [task.name]
  return [...(suite === undefined ? [task.file.name] : namesOf(suite)), task.name]
}
