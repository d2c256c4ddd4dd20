import {
  AccountAddress,
  Hex,
  MoveVector,
  Script,
  type ScriptFunctionArgument,
  Serializer,
  TypeTagU64,
  U64,
} from '@aptos-labs/ts-sdk'
import { expect, test } from 'vitest'
import { walletData } from './wallet-requests.ts'

test('passes a script in parts that encode to the same bytes', async () => {
  const script = new Script(
    new Uint8Array([0xa1, 0x1c]),
    [new TypeTagU64()],
    [new U64(7), AccountAddress.ONE, MoveVector.U8([1, 2])],
  )
  const bytes = hexOf(script)
  const data = await walletData({ type: 'script', bytes })
  if (!('bytecode' in data)) throw new Error('a script was given')
  const { bytecode, typeArguments = [], functionArguments } = data
  const again = new Script(
    bytecode as Uint8Array,
    typeArguments as TypeTagU64[],
    functionArguments as ScriptFunctionArgument[],
  )
  expect(hexOf(again)).toBe(bytes)
})

test('passes an entry function unchanged, as values that the wallet may change', async () => {
  const call = {
    function: '0x1::coin::transfer',
    typeArguments: ['0x1::a::B'],
    functionArguments: ['0x1', ['5']],
  } as const
  const data = await walletData(call)
  expect(data).toEqual(call)
  Object.assign(data.functionArguments[1] as object, ['6'])
  expect(call.functionArguments).toEqual(['0x1', ['5']])
})

function hexOf(script: Script): `0x${string}` {
  const serializer = new Serializer()
  script.serialize(serializer)
  return Hex.fromHexInput(serializer.toUint8Array()).toString() as `0x${string}`
}
