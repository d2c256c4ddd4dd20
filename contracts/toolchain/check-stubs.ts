import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FunctionAbi, ModuleAbi, StructAbi } from './module-abi.ts'
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

/**
 * Functions of the stubs that the framework lacks, as `module::name`, with the reason. The test VM belongs to
 * another chain of the family, which has some natives elsewhere.
 */
export const EXCEPTIONS: Readonly<Record<string, string>> = {
  '0x1::primary_fungible_store::Holdings':
    'the framework keeps each balance in an object of its own, the stub all in one list',
  '0x1::primary_fungible_store::Holding': 'an item of that list',
  '0x1::account::create_signer': 'the test VM keeps this native in 0x1::account, the framework in 0x1::create_signer',
}

/** Returns sentences for each function and struct of a stub that the framework does not have just so. */
function compareAbi(stub: ModuleAbi, framework: ModuleAbi | undefined): readonly string[] {
  const at = `${stub.address}::${stub.name}`
  if (framework === undefined) return [`${at} is no module of the framework`]
  const functions = stub.exposed_functions.map((own) => compareFunction(own, named(framework.exposed_functions, own)))
  const structs = stub.structs.map((own) => compareStruct(own, named(framework.structs, own)))
  const members = [...stub.exposed_functions, ...stub.structs]
  return [...functions, ...structs].flatMap((difference, position) => {
    const member = `${at}::${members[position]?.name}`
    return difference === null || member in EXCEPTIONS ? [] : [`${member} ${difference}`]
  })
}

function named<Member extends { readonly name: string }>(members: readonly Member[], { name }: Member) {
  return members.find((member) => member.name === name)
}

function compareFunction(stub: FunctionAbi, framework: FunctionAbi | undefined): string | null {
  if (framework === undefined) return 'is no function that the framework shows'
  const [own, theirs] = [describeFunction(stub), describeFunction(framework)]
  return own === theirs ? null : `is ${own}, in the framework ${theirs}`
}

function compareStruct(stub: StructAbi, framework: StructAbi | undefined): string | null {
  if (framework === undefined) return 'is no struct of the framework'
  const [own, theirs] = [describeStruct(stub), describeStruct(framework)]
  return own === theirs ? null : `is ${own}, in the framework ${theirs}`
}

function describeFunction({ visibility, is_entry, generic_type_params, params, return: returns }: FunctionAbi): string {
  const words = is_entry ? `${visibility} entry` : visibility
  return `${words} <${describeTypes(generic_type_params)}>(${params.join(', ')}): (${returns.join(', ')})`
}

function describeStruct({ abilities, generic_type_params }: StructAbi): string {
  return `<${describeTypes(generic_type_params)}> has ${[...abilities].sort().join(', ')}`
}

function describeTypes(parameters: StructAbi['generic_type_params']): string {
  return parameters.map(({ constraints }) => [...constraints].sort().join(' + ') || '_').join(', ')
}
