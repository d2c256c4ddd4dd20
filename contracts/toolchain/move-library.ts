import { join } from 'node:path'
import { bcs } from '@mysten/bcs'
import koffi from 'koffi'

/** Ending of the library files for each platform that the package ships; absent platforms cannot build contracts. */
const ENDINGS: Readonly<Record<string, string>> = {
  'linux-x64': 'x86_64.so',
  'linux-arm64': 'aarch64.so',
  'darwin-x64': 'dylib',
  'darwin-arm64': 'dylib',
}

const LIBRARY_FOLDER = join(import.meta.dirname, '../compiler/node_modules/@initia/builder.js/library')

/** Returns whether there is a Move compiler for this machine. */
export function hasMoveLibrary(): boolean {
  return `${process.platform}-${process.arch}` in ENDINGS
}

/**
 * Returns the Move compiler, its test runner and its reader of compiled modules inside `@initia/builder.js`,
 * loaded by address: its own bindings need a native build that this project does not run. Diagnostics go to the
 * process' own output, and some end the process: call it from a child process only.
 */
export function loadMoveLibrary() {
  const [compiler, machine] = [loadFile('libcompiler'), loadFile('libmovevm')]
  const vector = koffi.struct({ is_none: 'bool', ptr: 'void *', len: 'size_t', cap: 'size_t' })
  const slice = koffi.struct({ is_nil: 'bool', ptr: 'void *', len: 'size_t' })
  const failure = koffi.out(koffi.pointer(vector))
  return {
    build: compiler.func('build_move_package', vector, [failure, slice]),
    test: compiler.func('test_move_package', vector, [failure, slice, slice]),
    decode: machine.func('decode_module_bytes', vector, [failure, slice]),
  }
}

function loadFile(name: string) {
  const platform = `${process.platform}-${process.arch}`
  const ending = ENDINGS[platform]
  if (ending === undefined) throw new Error(`There is no Move compiler for ${platform}.`)
  return koffi.load(join(LIBRARY_FOLDER, `${name}.${ending}`))
}

const compilerArguments = bcs.struct('CompilerArguments', {
  package_path: bcs.option(bcs.string()),
  verbose: bcs.bool(),
  build_config: bcs.struct('BuildConfig', {
    dev_mode: bcs.bool(),
    test_mode: bcs.bool(),
    generate_docs: bcs.bool(),
    generate_abis: bcs.bool(),
    install_dir: bcs.option(bcs.string()),
    force_recompilation: bcs.bool(),
    fetch_deps_only: bcs.bool(),
    skip_fetch_latest_git_deps: bcs.bool(),
    bytecode_version: bcs.u32(),
    compiler_version: bcs.string(),
    language_version: bcs.string(),
    additional_named_addresses: bcs.vector(bcs.tuple([bcs.string(), bcs.bytes(32)])),
  }),
})

/** Encodes the compiler's arguments in its own format. Named addresses come from `[dev-addresses]`. */
export function encodeCompilerArguments(packagePath: string, mode: 'build' | 'test' | 'scripts') {
  // Scripts are signed as they are compiled here: networks refuse what this compiler marks as unstable, from 2.1 on.
  const [bytecode, language] = mode === 'scripts' ? [6, '2.0'] : [7, '2.1']
  return compilerArguments
    .serialize({
      package_path: packagePath,
      verbose: false,
      build_config: {
        dev_mode: true,
        test_mode: mode === 'test',
        generate_docs: false,
        generate_abis: false,
        install_dir: null,
        force_recompilation: true,
        fetch_deps_only: false,
        skip_fetch_latest_git_deps: true,
        bytecode_version: bytecode,
        compiler_version: language,
        language_version: language,
        additional_named_addresses: [],
      },
    })
    .toBytes()
}

const testOptions = bcs.struct('TestOptions', {
  filter: bcs.option(bcs.string()),
  report_statistics: bcs.bool(),
  report_storage_on_error: bcs.bool(),
  ignore_compile_warnings: bcs.bool(),
  compute_coverage: bcs.bool(),
})

/** Encodes the test runner's options in its own format. */
export function encodeTestOptions(filter: string | null) {
  return testOptions
    .serialize({
      filter,
      report_statistics: false,
      report_storage_on_error: false,
      ignore_compile_warnings: true,
      compute_coverage: false,
    })
    .toBytes()
}
