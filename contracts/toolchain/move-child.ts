import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import koffi from 'koffi'
import { encodeCompilerArguments, encodeTestOptions, loadMoveLibrary } from './move-library.ts'

/** `node move-child.ts build|scripts|test|abi PACKAGE [FILTER]`: one package, then the process ends. */
const [mode, packagePath, filter] = process.argv.slice(2)
if ((mode !== 'build' && mode !== 'scripts' && mode !== 'test' && mode !== 'abi') || packagePath === undefined) {
  process.stderr.write('usage: move-child.ts build|scripts|test|abi PACKAGE [FILTER]\n')
  process.exit(2)
}

const library = loadMoveLibrary()
const slice = (bytes: Uint8Array) => ({ is_nil: false, ptr: bytes, len: bytes.length })
const failure = { is_none: true, ptr: null as unknown, len: 0, cap: 0 }
if (mode === 'build' || mode === 'scripts') library.build(failure, slice(encodeCompilerArguments(packagePath, mode)))
else if (mode === 'abi') process.stdout.write(`[${builtModules(packagePath).map(decode).join(',')}]\n`)
else {
  library.test(failure, slice(encodeCompilerArguments(packagePath, mode)), slice(encodeTestOptions(filter ?? null)))
}

if (failure.ptr !== null) {
  process.stderr.write(`${koffi.decode(failure.ptr, 'char', failure.len)}\n`)
  process.exitCode = 1
}

/** Returns the package's own compiled modules, without those of its dependencies. */
function builtModules(folder: string): readonly Uint8Array[] {
  return readdirSync(join(folder, 'build')).flatMap((name) => {
    const modules = join(folder, 'build', name, 'bytecode_modules')
    return readdirSync(modules)
      .filter((file) => file.endsWith('.mv'))
      .map((file) => readFileSync(join(modules, file)))
  })
}

/** Returns a compiled module's interface as JSON. */
function decode(module: Uint8Array): string {
  const { ptr, len } = library.decode(failure, slice(module))
  return koffi.decode(ptr, 'char', len)
}
