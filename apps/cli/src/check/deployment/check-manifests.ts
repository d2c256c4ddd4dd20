import { errorMessage } from '@opal/domain/errors'
import { parseAllDocuments } from 'yaml'
import * as z from 'zod'
import { unreadFields } from './unread-fields.ts'

/** Kinds of our manifests, each with where its model is. */
const MODELS: Readonly<Record<string, () => Promise<Model>>> = {
  'v1 Namespace': async () => (await import('kubernetes-models/v1/Namespace')).Namespace,
  'v1 ConfigMap': async () => (await import('kubernetes-models/v1/ConfigMap')).ConfigMap,
  'v1 Secret': async () => (await import('kubernetes-models/v1/Secret')).Secret,
  'v1 Service': async () => (await import('kubernetes-models/v1/Service')).Service,
  'apps/v1 Deployment': async () => (await import('kubernetes-models/apps/v1/Deployment')).Deployment,
  'policy/v1 PodDisruptionBudget': async () =>
    (await import('kubernetes-models/policy/v1/PodDisruptionBudget')).PodDisruptionBudget,
  'networking.k8s.io/v1 NetworkPolicy': async () =>
    (await import('kubernetes-models/networking.k8s.io/v1/NetworkPolicy')).NetworkPolicy,
  'networking.k8s.io/v1 Ingress': async () => (await import('kubernetes-models/networking.k8s.io/v1/Ingress')).Ingress,
}

interface Model {
  new (data: never): { validate(): void }
}

/** A document of a manifest, as far as every kind has it. */
const Manifest = z.looseObject({ apiVersion: z.string(), kind: z.string() })
export type Manifest = z.output<typeof Manifest>

/** Reads the documents of a manifest. @throws Error for one that is no object of Kubernetes. */
export function parseManifests(text: string): readonly Manifest[] {
  return parseAllDocuments(text).map((document) => {
    const [error] = document.errors
    if (error) throw error
    return Manifest.parse(document.toJS())
  })
}

/** Finds what Kubernetes would refuse or ignore: wrong types, missing fields, and fields that it does not know. */
export async function faultsOfManifest(manifest: Manifest): Promise<readonly string[]> {
  const kind = `${manifest.apiVersion} ${manifest.kind}`
  const load = MODELS[kind]
  if (load === undefined) return [`${kind} is none of the kinds that are checked`]
  const model = await load()
  const own = new model(manifest as never)
  const faults: string[] = []
  const unread = unreadFields(manifest, (watched) => {
    try {
      model.prototype.validate.call(asModel(own, watched))
    } catch (error) {
      faults.push(errorMessage(error))
    }
  })
  return [...faults, ...unread.map((path) => `${path} is no field of ${manifest.kind}`)]
}

/** Has a model validate a value as it is, in place of the copy that its constructor made. */
function asModel(own: object, watched: object): object {
  return new Proxy(own, { get: (target, name) => Reflect.get(name in watched ? watched : target, name) })
}
