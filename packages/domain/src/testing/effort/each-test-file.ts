import { configureGlobal } from 'fast-check'
import { vi } from 'vitest'
import { testSeed, usualRuns } from './config.ts'

// Runs before every test file. Files share a process: each loads our modules again, with their state,
// and a module that the file replaces is replaced in all of them. State of modules in node_modules is shared.
vi.resetModules()

// A property that fails prints this seed and the path to its counterexample.
configureGlobal({ seed: testSeed, numRuns: usualRuns })
