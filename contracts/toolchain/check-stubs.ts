import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compareAbi } from './compare-abi.ts'
import type { ModuleAbi } from './module-abi.ts'
import { runMove } from './run-move.ts'

/** One module of the stubs, and what it has that the framework has not just so. */
export interface StubReport {
  /** `0x…::module`. */
  readonly module: string
  readonly differences: readonly string[]
}

/** Holds a built stub package against the framework's published interface. */
export async function checkStubs(packagePath: string): Promise<readonly StubReport[]> {
  const { ok, output } = await runMove('abi', packagePath)
  if (!ok) throw new Error(`The modules in ${packagePath} could not be read:\n${output}`)
  const modules: readonly ModuleAbi[] = JSON.parse(output)
  return modules.map((stub) => ({
    module: `${stub.address}::${stub.name}`,
    differences: compareAbi(stub, frameworkModule(stub)),
  }))
}

function frameworkModule({ address, name }: ModuleAbi): ModuleAbi | undefined {
  const file = join(import.meta.dirname, `../framework-abi/node_modules/@typemove/aptos/src/abis/${address}.json`)
  const modules: readonly { readonly abi: ModuleAbi }[] = JSON.parse(readFileSync(file, 'utf8'))
  return modules.find(({ abi }) => abi.name === name)?.abi
}
