import { parse } from 'yaml'
import * as z from 'zod'
import { SETTINGS } from '../../start/program-variables.ts'
import type { Manifest } from './check-manifests.ts'

type ProgramName = keyof typeof SETTINGS

/** Which program a container runs, by the path of its `main.ts`. */
const SCRIPT = /^apps\/(api|indexer|web)\/src\/main\.ts$/
/** Read by Node, not by a program of ours. */
const OF_NODE = new Set(['NODE_OPTIONS', 'NODE_EXTRA_CA_CERTS'])

/** A container and the variables that it sets. */
interface ContainerSettings {
  readonly where: string
  readonly program: ProgramName
  readonly variables: readonly string[]
}

const Compose = z.object({
  services: z.record(
    z.string(),
    z.looseObject({
      command: z.array(z.string()).optional(),
      environment: z.record(z.string(), z.unknown()).optional(),
    }),
  ),
})

/** Finds variables of a compose file that the program of their container does not read. */
export function faultsOfComposeVariables(text: string): readonly string[] {
  const { services } = Compose.parse(parse(text, { merge: true }))
  return Object.entries(services).flatMap(([name, { command = [], environment = {} }]) => {
    const program = programOf(command)
    return program === null ? [] : faultsOf({ where: name, program, variables: Object.keys(environment) })
  })
}

const Workload = z.object({
  kind: z.literal('Deployment'),
  spec: z.object({
    template: z.object({
      spec: z.object({
        containers: z.array(
          z.object({
            name: z.string(),
            args: z.array(z.string()),
            env: z.array(z.object({ name: z.string() })),
          }),
        ),
      }),
    }),
  }),
})
const Config = z.object({ kind: z.literal('ConfigMap'), data: z.record(z.string(), z.string()) })

/** Finds variables of manifests that the program of their container does not read, and shared ones that none reads. */
export function faultsOfManifestVariables(manifests: readonly Manifest[]): readonly string[] {
  const containers = manifests.flatMap((manifest) => {
    const workload = Workload.safeParse(manifest)
    return workload.success ? workload.data.spec.template.spec.containers : []
  })
  const own = containers.flatMap(({ name, args, env }) => {
    const program = programOf(args)
    if (program === null) return [`${name} runs none of our programs`]
    return faultsOf({ where: name, program, variables: env.map((variable) => variable.name) })
  })
  const shared = manifests.flatMap((manifest) => Object.keys(Config.safeParse(manifest).data?.data ?? {}))
  const read = new Set(Object.values(SETTINGS).flat())
  return [...own, ...shared.filter((name) => !read.has(name)).map((name) => `no program reads ${name}`)]
}

function programOf(words: readonly string[]): ProgramName | null {
  const found = words.map((word) => SCRIPT.exec(word)?.[1]).find((name) => name !== undefined)
  return (found as ProgramName | undefined) ?? null
}

function faultsOf({ where, program, variables }: ContainerSettings): readonly string[] {
  const read = new Set<string>(SETTINGS[program])
  const unread = variables.filter((name) => !read.has(name) && !OF_NODE.has(name))
  return unread.map((name) => `${where} sets ${name}, which the ${program} does not read`)
}
