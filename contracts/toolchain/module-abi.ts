/** A compiled module's interface, in the shape that nodes publish it and that the Move library decodes it to. */
export interface ModuleAbi {
  readonly address: string
  readonly name: string
  /** Public, friend and entry functions. */
  readonly exposed_functions: readonly FunctionAbi[]
  readonly structs: readonly StructAbi[]
}

export interface FunctionAbi {
  readonly name: string
  readonly visibility: 'public' | 'friend' | 'private'
  readonly is_entry: boolean
  readonly generic_type_params: readonly TypeParameterAbi[]
  readonly params: readonly string[]
  readonly return: readonly string[]
}

export interface StructAbi {
  readonly name: string
  readonly abilities: readonly string[]
  readonly generic_type_params: readonly TypeParameterAbi[]
}

/** Nodes do not publish whether a parameter is phantom. */
interface TypeParameterAbi {
  readonly constraints: readonly string[]
}
