import { methodNotAllowed, notFound } from '../api/status.ts'
import type { Environment } from './environment.ts'
import { groupResource, keyOf } from './environment.ts'
import { viewOf } from './object-form.ts'
import { awaitRevision, parameterVersion } from './resource-version.ts'
import { readScale } from './scale.ts'
import type { GetOptions, Target, View } from './verbs.ts'

export async function get(environment: Environment, target: Target, options: GetOptions): Promise<View> {
  const { resource, version, subresource, name } = target
  const revision = parameterVersion(options.resourceVersion)
  if (revision > environment.store.revision) await awaitRevision(environment, revision)
  const stored = environment.store.get(keyOf(target))
  if (stored === undefined) throw notFound(groupResource(target), name)
  const view = viewOf(resource, version, stored)
  if (subresource === undefined || subresource.kind.kind === resource.kind) return view
  if (subresource.name === 'scale') return { object: readScale(view.object, subresource) }
  throw methodNotAllowed(groupResource(target), 'get')
}
