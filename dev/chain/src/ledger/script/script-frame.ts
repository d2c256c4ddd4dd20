import { type MoveType, printMoveType } from '../encoding/move-type.ts'
import type { ModuleRegistry } from '../execution/module-registry.ts'
import type { LinkedCall } from './link-call.ts'
import type { Operator } from './script-code.ts'
import { ScriptFault, unsupported } from './script-fault.ts'
import { ABILITY, abilitiesOf } from './struct-abilities.ts'

/** Whether a local holds a value: on every path, on none, or on some. */
export type Held = boolean | 'maybe'

/** Largest stack. @source mainnet's verifier: max_push_size, by order of magnitude */
const MAX_STACK = 1_024

/**
 * The abstract stack and locals of a script under verification: types only, no values.
 * Every step throws ScriptFault, by the names of Move's verifier, when a script may not take it.
 */
export class ScriptFrame {
  readonly #locals: readonly MoveType[]
  #isHeld: Held[]
  readonly #stack: MoveType[] = []
  readonly #modules: ModuleRegistry

  constructor(parameters: readonly MoveType[], locals: readonly MoveType[], modules: ModuleRegistry) {
    this.#locals = [...parameters, ...locals]
    this.#isHeld = this.#locals.map((_type, local) => local < parameters.length)
    this.#modules = modules
  }

  /** Returns which locals hold a value at the end of a block; the stack must be empty there. */
  leave(): readonly Held[] {
    if (this.#stack.length > 0) throw new ScriptFault('POSITIVE_STACK_SIZE_AT_BLOCK_END', 'values are left')
    return [...this.#isHeld]
  }

  /** Continues where several branches meet: what not all of them hold may no longer be used. */
  enter(ways: readonly (readonly Held[])[]): void {
    this.#isHeld = this.#locals.map((_type, local) => {
      const held = new Set(ways.map((way) => way[local] ?? false))
      return held.size === 1 ? ([...held][0] ?? false) : 'maybe'
    })
  }

  /** @returns how many bits the operands' type has, null where they are no numbers. */
  operate(operator: Operator): number | null {
    const [right, left] = [this.#take(), this.#take()]
    const isOrder = operator !== 'equal' && operator !== 'unequal'
    if (!isSame(left, right) || (isOrder && !isWhole(left))) {
      const status = isOrder ? 'INTEGER_OP_TYPE_MISMATCH_ERROR' : 'EQUALITY_OP_TYPE_MISMATCH_ERROR'
      throw new ScriptFault(status, `${printMoveType(left)} and ${printMoveType(right)}`)
    }
    if (!isOrder && left.kind !== 'primitive') throw unsupported('comparing more than plain values')
    this.push(operator === 'add' || operator === 'subtract' ? left : { kind: 'primitive', name: 'bool' })
    return left.kind === 'primitive' && isWhole(left) ? Number(left.name.slice(1)) : null
  }

  /** Takes the bool that decides a branch. */
  decide(): void {
    const type = this.#take()
    if (type.kind !== 'primitive' || type.name !== 'bool') {
      throw new ScriptFault('BR_TYPE_MISMATCH_ERROR', printMoveType(type))
    }
  }

  /** Takes the code of an abort, which ends everything whatever locals hold. */
  abort(): void {
    const type = this.#take()
    if (type.kind !== 'primitive' || type.name !== 'u64') {
      throw new ScriptFault('ABORT_TYPE_MISMATCH_ERROR', printMoveType(type))
    }
  }

  push(type: MoveType): void {
    if (this.#stack.length >= MAX_STACK) throw new ScriptFault('VALUE_STACK_OVERFLOW', 'too many values')
    this.#stack.push(type)
  }

  pop(): void {
    if (!this.#can('drop', this.#take())) throw new ScriptFault('POP_WITHOUT_DROP_ABILITY', 'a value must be used')
  }

  readReference(): void {
    const reference = this.#take()
    if (reference.kind !== 'reference') throw new ScriptFault('READREF_TYPE_MISMATCH_ERROR', 'no reference')
    if (!this.#can('copy', reference.to)) throw new ScriptFault('READREF_WITHOUT_COPY_ABILITY', 'not to be copied')
    this.push(reference.to)
  }

  copy(local: number): void {
    const type = this.#held(local, 'COPYLOC_UNAVAILABLE_ERROR')
    if (!this.#can('copy', type)) throw new ScriptFault('COPYLOC_WITHOUT_COPY_ABILITY', printMoveType(type))
    this.push(type)
  }

  move(local: number): void {
    this.push(this.#held(local, 'MOVELOC_UNAVAILABLE_ERROR'))
    this.#isHeld[local] = false
  }

  borrow(local: number): void {
    const to = this.#held(local, 'BORROWLOC_UNAVAILABLE_ERROR')
    if (to.kind === 'reference') throw new ScriptFault('BORROWLOC_REFERENCE_ERROR', printMoveType(to))
    this.push({ kind: 'reference', isMutable: false, to })
  }

  store(local: number): void {
    const type = this.#type(local)
    if (!isSame(this.#take(), type)) throw new ScriptFault('STLOC_TYPE_MISMATCH_ERROR', printMoveType(type))
    if (this.#isHeld[local] !== false && !this.#can('drop', type)) {
      throw new ScriptFault('STLOC_UNSAFE_TO_DESTROY_ERROR', printMoveType(type))
    }
    this.#isHeld[local] = true
  }

  call({ target, parameters, returns }: LinkedCall): void {
    for (const parameter of parameters.toReversed()) {
      if (!isSame(this.#take(), parameter)) throw new ScriptFault('CALL_TYPE_MISMATCH_ERROR', target.id)
    }
    for (const type of returns) this.push(type)
  }

  /** The return: nothing waits, and what is left may be dropped. */
  end(): void {
    if (this.#stack.length > 0) throw new ScriptFault('POSITIVE_STACK_SIZE_AT_BLOCK_END', 'values are left')
    const isLeft = this.#locals.some((type, local) => this.#isHeld[local] !== false && !this.#can('drop', type))
    if (isLeft) throw new ScriptFault('UNSAFE_RET_UNUSED_VALUES_WITHOUT_DROP', 'a local must be used')
  }

  #take(): MoveType {
    const type = this.#stack.pop()
    if (type === undefined) throw new ScriptFault('NEGATIVE_STACK_SIZE_WITHIN_BLOCK', 'there is no value')
    return type
  }

  #type(local: number): MoveType {
    const type = this.#locals[local]
    if (type === undefined) throw new ScriptFault('INDEX_OUT_OF_BOUNDS', `there is no local ${local}`)
    return type
  }

  #held(local: number, status: string): MoveType {
    const type = this.#type(local)
    if (this.#isHeld[local] !== true) throw new ScriptFault(status, `local ${local} holds nothing`)
    return type
  }

  #can(ability: keyof typeof ABILITY, type: MoveType): boolean {
    return (abilitiesOf(this.#modules, type) & ABILITY[ability]) !== 0
  }
}

function isWhole(type: MoveType): boolean {
  return type.kind === 'primitive' && /^u\d+$/.test(type.name)
}

function isSame(left: MoveType, right: MoveType): boolean {
  return printMoveType(left) === printMoveType(right)
}
