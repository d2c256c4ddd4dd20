import koffi from 'koffi'
import { encodeCompilerArguments, encodeTestOptions, loadMoveLibrary } from './move-library.ts'

/** `node move-child.ts build|test PACKAGE [FILTER]`: one package, then the process ends. */
const [mode, packagePath, filter] = process.argv.slice(2)
if ((mode !== 'build' && mode !== 'test') || packagePath === undefined) {
  process.stderr.write('usage: move-child.ts build|test PACKAGE [FILTER]\n')
  process.exit(2)
}

const library = loadMoveLibrary()
const slice = (bytes: Uint8Array) => ({ is_nil: false, ptr: bytes, len: bytes.length })
const failure = { is_none: true, ptr: null as unknown, len: 0, cap: 0 }
const settings = slice(encodeCompilerArguments(packagePath, mode))
if (mode === 'build') library.build(failure, settings)
else library.test(failure, settings, slice(encodeTestOptions(filter ?? null)))

if (failure.ptr !== null) {
  process.stderr.write(`${koffi.decode(failure.ptr, 'char', failure.len)}\n`)
  process.exitCode = 1
}
