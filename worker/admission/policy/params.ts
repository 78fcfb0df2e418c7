import { parseGroupVersion } from '../../api/group-version.ts'
import type { ApiObject } from '../../api/object.ts'
import { matches } from '../../resources/rules/label-selector.ts'
import type { AdmissionContext } from '../admission.ts'
import type { ParamRef, Policy } from './policy.ts'

/** A policy or binding cannot be used; the message says why. */
export class ConfigurationFault extends Error {
  override readonly name = 'ConfigurationFault'
}

type Environment = Pick<AdmissionContext, 'catalog' | 'lister' | 'convert'>
type Found = NonNullable<ReturnType<Environment['catalog']['byKind']>>

/** The kind of a policy's params; undefined without params. @throws ConfigurationFault for a kind that is not served */
export function paramKindOf({ paramKind }: Policy, { catalog }: Environment): Found | undefined {
  if (paramKind === undefined) return undefined
  const { group, version } = parseGroupVersion(paramKind.apiVersion) ?? { group: '', version: '' }
  const found = catalog.byKind({ group, version, kind: paramKind.kind })
  if (found !== undefined) return found
  const shown = `${group}/${version}, Kind=${paramKind.kind}`
  throw new ConfigurationFault(`failed to find resource referenced by paramKind: '${shown}'`)
}

/**
 * The objects with which a binding evaluates its policy. For a policy without params the result is a single `undefined`.
 * @throws ConfigurationFault (reference/policies.md 13)
 */
export async function paramsOf(
  found: Found | undefined,
  reference: ParamRef | undefined,
  namespace: string,
  { lister, convert }: Environment,
): Promise<readonly (ApiObject | undefined)[]> {
  if (found === undefined || reference === undefined) return [undefined]
  const { resource, version } = found
  const { namespaced, storage } = resource
  if (namespaced && reference.namespace === '' && namespace === '') {
    throw new ConfigurationFault(
      'cannot use namespaced paramRef in policy binding that matches cluster-scoped resources',
    )
  }
  if (!namespaced && reference.namespace !== '') {
    throw new ConfigurationFault('paramRef.namespace must not be provided for a cluster-scoped `paramKind`')
  }
  const place = namespaced ? reference.namespace || namespace : ''
  const chosen =
    reference.name === ''
      ? [...lister.list(storage, place)].filter(
          ({ metadata }) => matches(reference.selector ?? {}, metadata?.labels) === true,
        )
      : [lister.get(storage, place, reference.name) ?? []].flat()
  if (chosen.length === 0 && reference.deniesWithoutParams) {
    throw new ConfigurationFault('no params found for policy binding with `Deny` parameterNotFoundAction')
  }
  const form = (one: Found['version']) => ({
    resource,
    version: one,
    schema: one.schema,
    kind: { group: resource.group, version: one.version, kind: resource.kind },
  })
  const params: ApiObject[] = []
  for (const object of chosen) params.push(await convert(object, form(resource.storageVersion), form(version)))
  return params
}
